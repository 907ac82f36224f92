import { type KeyboardEvent, type RefObject } from 'react'
import { useNavigate } from '../../../lib/router/location.ts'
import { safeHref } from '../../../lib/addresses.ts'
import { connection } from '../../../lib/connection.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { hasNoFocus } from '../../../lib/focus/hasNoFocus.ts'
import { isTyping, useHotkeys } from '../../../lib/focus/hotkeys.ts'
import { overlays } from '../../../lib/overlays/overlay.ts'
import { findShortcut } from '../../../ui/menus/findShortcut.ts'
import { useReaderState } from '../../copies/reader/readerState.ts'
import { findHighlight } from '../cachedHighlights.ts'
import type { ChosenHighlight } from './chosenHighlights.ts'
import type { HighlightActions } from '../highlightActions.ts'
import { listHighlightEntries } from './highlightEntries.ts'
import { openPage, toReaderPath } from '../reader/savedPage.ts'

/** The keys that act on all chosen highlights, where there are some. */
const bulkShortcuts: ReadonlySet<string> = new Set(['1', '2', '3', '4', 'ctrl+c', 'delete'])

/** By how many rows a key moves. */
const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

const listRows = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-highlight]')]

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
  const enterList = (event: globalThis.KeyboardEvent) => {
    if (!list.current || !hasNoFocus() || overlays.get().length > 0) return
    const first = listRows(list.current).find(row => row.getBoundingClientRect().top >= headerHeight)
    if (!first) return
    event.preventDefault()
    first.focus()
  }
  useHotkeys({ j: enterList, k: enterList })

  return event => {
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('[data-highlight]')
    if (!row || event.altKey || isTyping(target)) return
    const hasModifier = event.ctrlKey || event.metaKey
    const step = hasModifier ? undefined : steps[event.key]
    if (step !== undefined) {
      const rows = listRows(event.currentTarget)
      const next = rows[rows.indexOf(row) + step]
      if (!next) return
      event.preventDefault()
      return next.focus()
    }
    // Keys on the buttons of a row belong to the buttons. Selected text is copied by the browser.
    if (target !== row || getSelection()?.isCollapsed === false) return
    const found = findHighlight(row.dataset.highlight ?? '')
    if (!found) return
    const { highlight } = found
    const group = openPage(found.group)
    const key = event.key.toLowerCase()
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

/** The height of what covers the top of the window, in pixels. */
const headerHeight = 56

/** How many frames are waited for the removal of a row: about three seconds. */
const maxFrames = 180

/**
 * Moves the focus from rows that are about to be removed: to the next highlight, else to the previous one, else to the
 * heading of the page.
 */
export function moveFocusOnRemoval(list: HTMLElement | null, ids: readonly string[]): void {
  if (!list) return
  const rows = listRows(list)
  const isRemoved = (row: HTMLElement) => ids.includes(row.dataset.highlight ?? '')
  const last = rows.findLastIndex(isRemoved)
  const target = rows[last + 1] ?? rows[rows.findIndex(isRemoved) - 1]
  const id = target?.dataset.highlight
  let frames = 0
  const attempt = () => {
    if (++frames > maxFrames) return
    if (listRows(list).some(isRemoved)) return requestAnimationFrame(attempt)
    if (!hasNoFocus()) return
    const next = id === undefined ? undefined : listRows(list).find(row => row.dataset.highlight === id)
    if (next) next.focus({ preventScroll: true })
    else document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
  }
  if (last >= 0) requestAnimationFrame(attempt)
}
