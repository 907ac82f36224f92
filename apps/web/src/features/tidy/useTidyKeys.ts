import type { RefObject } from 'react'
import { connection } from '../../lib/connection.ts'
import { type RowHandlers, useRowKeys } from '../../lib/lists/rowKeys.ts'
import type { TidyItem } from './item.ts'

/** Returns the handlers of the list: the keys move between the items of all groups, and each action of the focused one has its key. */
export function useTidyKeys(list: RefObject<HTMLElement | null>, items: readonly TidyItem[]): RowHandlers {
  return useRowKeys({ list, name: 'tidy', ids: items.map(item => item.id) }, (event, id, key) => {
    const item = items.find(each => each.id === id)
    const action = item?.actions.find(each => each.shortcut === key)
    if (!action || connection.get() !== 'up') return
    event.preventDefault()
    // The page has other meanings for some of these keys.
    event.stopPropagation()
    action.run()
  })
}
