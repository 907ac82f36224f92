import { type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { connection } from '../../lib/connection.ts'
import { isTyping } from '../../lib/hotkeys.ts'
import { stepRow, useEnterRows, useNextRowFocus } from '../../lib/rowKeys.ts'
import type { TidyItem } from './item.ts'

/**
 * Returns the handlers of the list: J, K and the arrows move between the items of all groups, and each action of the focused
 * one has its key. The focus goes to the next item when one leaves.
 */
export function useTidyKeys(
  list: RefObject<HTMLElement | null>,
  items: readonly TidyItem[],
): {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onFocus: (event: FocusEvent<HTMLElement>) => void
} {
  const rows = { list, name: 'tidy' }
  useEnterRows(rows)
  const onFocus = useNextRowFocus(
    rows,
    items.map(item => item.id),
  )
  return {
    onFocus,
    onKeyDown(event) {
      const target = event.target as HTMLElement
      const row = target.closest<HTMLElement>('[data-tidy]')
      if (!row || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
      const key = event.key.toLowerCase()
      if (stepRow(rows, row, key)) return event.preventDefault()
      const item = items.find(each => each.id === row.dataset.tidy)
      const action = item?.actions.find(each => each.shortcut === key)
      if (!action || connection.get() !== 'up') return
      event.preventDefault()
      // The page has other meanings for some of these keys.
      event.stopPropagation()
      action.run()
    },
  }
}
