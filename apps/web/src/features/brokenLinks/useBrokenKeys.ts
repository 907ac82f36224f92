import type { BrokenLink } from '@nestmark/contract/links/brokenLinks'
import type { RefObject } from 'react'
import { type RowHandlers, useRowKeys } from '../../lib/lists/rowKeys.ts'
import { findShortcut } from '../../ui/menus/findShortcut.ts'
import type { BrokenActions } from './useBrokenActions.ts'
import type { Ticks } from './useTicks.ts'

/** These keys apply to the ticked links, by their bar. */
const bulkKeys = new Set(['m', 'delete'])

/** Returns the handlers of the list: the keys move between the rows and act on the focused one. */
export function useBrokenKeys(
  list: RefObject<HTMLElement | null>,
  links: readonly BrokenLink[],
  { ticks, actions }: { ticks: Ticks; actions: BrokenActions },
): RowHandlers {
  return useRowKeys({ list, name: 'broken', ids: links.map(link => link._id) }, (event, id, key) => {
    const target = event.target as HTMLElement
    const link = links.find(each => each._id === id)
    if (!link || !target.matches('[data-main], [type=checkbox]')) return
    if (key === 'x' || (key === ' ' && target.matches('[data-main]'))) {
      event.preventDefault()
      ticks.set([link], !ticks.has(link))
      return
    }
    if (bulkKeys.has(key) && links.some(ticks.has)) return
    const entry = findShortcut(actions.entries(link), key)
    if (!entry?.run) return
    event.preventDefault()
    entry.run()
  })
}
