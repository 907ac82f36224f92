import type { KeyboardEvent, RefObject } from 'react'
import { listRows, stepRow, useEnterRows } from '../../../lib/lists/rowKeys.ts'
import { useNavigate } from '../../../lib/router/location.ts'
import { safeHref } from '../../../lib/addresses.ts'
import { connection } from '../../../lib/connection.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { hasNoFocus } from '../../../lib/focus/hasNoFocus.ts'
import { isTyping } from '../../../lib/focus/hotkeys.ts'
import { findShortcut } from '../../../ui/menus/findShortcut.ts'
import { useReaderState } from '../../copies/reader/readerState.ts'
import { findHighlight } from '../cachedHighlights.ts'
import type { ChosenHighlight } from './chosenHighlights.ts'
import type { HighlightActions } from '../highlightActions.ts'
import { listHighlightEntries } from './highlightEntries.ts'
import { openPage, toReaderPath } from '../reader/savedPage.ts'

/** The keys that act on all chosen highlights, where there are some. */
const bulkShortcuts: ReadonlySet<string> = new Set(['1', '2', '3', '4', 'ctrl+c', 'delete'])

/**
 * Returns the key handler of the list: arrows, J and K move between highlights; 1 to 4, C, Ctrl+C and Delete act on the focused
 * one, or on the chosen ones; X and Space choose it; Enter opens it in the reader, or its page where there is no copy; O opens its page. Without a focus, J and K go to the first visible highlight.
 */
export function useHighlightKeys(
  list: RefObject<HTMLElement | null>,
  actions: HighlightActions,
  selection: Selection<ChosenHighlight>,
): (event: KeyboardEvent<HTMLElement>) => void {
  const navigate = useNavigate()
  const readerState = useReaderState()
  const rows = { list, name: 'highlight' }
  useEnterRows(rows)

  return event => {
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('[data-highlight]')
    if (!row || event.altKey || isTyping(target)) return
    const hasModifier = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (!hasModifier && stepRow(rows, row, key)) return event.preventDefault()
    // Keys on the buttons of a row belong to the buttons. Selected text is copied by the browser.
    if (target !== row || getSelection()?.isCollapsed === false) return
    const found = findHighlight(row.dataset.highlight ?? '')
    if (!found) return
    const { highlight } = found
    const group = openPage(found.group)
    const shortcut = `${hasModifier ? 'ctrl+' : ''}${key}`
    // The bulk bar runs these.
    if (selection.items.size > 0 && bulkShortcuts.has(shortcut)) return
    const reader = toReaderPath(group, highlight)
    if (key === 'enter' && !hasModifier && reader !== null) {
      event.preventDefault()
      return void navigate(reader, { state: readerState })
    }
    if ((key === 'enter' || key === 'o') && !hasModifier) {
      const href = safeHref(group.link)
      if (href === undefined) return
      event.preventDefault()
      return void window.open(href, '_blank', 'noopener')
    }
    const entries = listHighlightEntries(highlight, group, actions, {
      isLocked: highlight.text === '' && highlight.sealed !== undefined,
      needsServer: connection.get() !== 'up',
      phone: false,
      onSelect: () => selection.toggle({ ...highlight, page: group }),
    })
    const entry = findShortcut(entries, shortcut === ' ' ? 'x' : shortcut)
    if (!entry?.run) return
    event.preventDefault()
    entry.run()
  }
}

/** How many frames are waited for the removal of a row: about three seconds. */
const maxFrames = 180

/**
 * Moves the focus from rows that are about to be removed: to the next highlight, else to the previous one, else to the
 * heading of the page.
 */
export function moveFocusOnRemoval(list: HTMLElement | null, ids: readonly string[]): void {
  const listNow = () => listRows({ list: { current: list }, name: 'highlight' })
  const rows = listNow()
  const isRemoved = (row: HTMLElement) => ids.includes(row.dataset.highlight ?? '')
  const last = rows.findLastIndex(isRemoved)
  const target = rows[last + 1] ?? rows[rows.findIndex(isRemoved) - 1]
  const id = target?.dataset.highlight
  let frames = 0
  const attempt = () => {
    if (++frames > maxFrames) return
    if (listNow().some(isRemoved)) return requestAnimationFrame(attempt)
    if (!hasNoFocus()) return
    const next = id === undefined ? undefined : listNow().find(row => row.dataset.highlight === id)
    if (next) next.focus({ preventScroll: true })
    else document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
  }
  if (last >= 0) requestAnimationFrame(attempt)
}
