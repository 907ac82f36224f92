import type { BrokenLink } from '@nestmark/contract/brokenLinks'
import type { KeyboardEvent } from 'react'
import { isTyping } from '../../lib/hotkeys.ts'
import { type KeyedRows, stepRow, useEnterRows } from '../../lib/rowKeys.ts'
import { findShortcut } from '../../ui/findShortcut.ts'
import type { BrokenActions } from './useBrokenActions.ts'
import type { Ticks } from './useTicks.ts'

/** These keys apply to the ticked links, by their bar. */
const bulkKeys = new Set(['m', 'delete'])

/**
 * Returns the key handler that moves between the rows and acts on the focused one. Without a focus, J and K go to the first
 * row in the window.
 */
export function useBrokenKeys(
  rows: KeyedRows,
  links: readonly BrokenLink[],
  { ticks, actions }: { ticks: Ticks; actions: BrokenActions },
): (event: KeyboardEvent<HTMLElement>) => void {
  useEnterRows(rows)
  return event => {
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('[data-broken]')
    if (!row || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    const key = event.key.toLowerCase()
    if (stepRow(rows, row, key)) return event.preventDefault()
    const link = links.find(each => each._id === row.dataset.broken)
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
  }
}
