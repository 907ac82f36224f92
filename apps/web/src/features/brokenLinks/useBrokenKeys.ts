import type { BrokenLink } from '@nestmark/contract/brokenLinks'
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { hasNoFocus } from '../../lib/hasNoFocus.ts'
import { isTyping, useHotkeys } from '../../lib/hotkeys.ts'
import { overlays } from '../../lib/overlay.ts'
import { useFocusPageOnRemoval } from '../../lib/useFocusPageOnRemoval.ts'
import { findShortcut } from '../../ui/findShortcut.ts'
import type { BrokenActions } from './useBrokenActions.ts'
import type { Ticks } from './useTicks.ts'

type List = RefObject<HTMLElement | null>

/** These keys apply to the ticked links, by their bar. */
const bulkKeys = new Set(['m', 'delete'])

const listRows = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-broken]') ?? []),
]
const focusRow = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('[data-main]')?.focus()

/**
 * Returns the key handler that moves between the rows and acts on the focused one. Without a focus, J and K go to the first
 * row in the window.
 */
export function useBrokenKeys(
  list: List,
  links: readonly BrokenLink[],
  { ticks, actions }: { ticks: Ticks; actions: BrokenActions },
): (event: KeyboardEvent<HTMLElement>) => void {
  const enterList = (event: globalThis.KeyboardEvent) => {
    if (!hasNoFocus() || overlays.get().length > 0) return
    event.preventDefault()
    focusRow(listRows(list.current).find(row => row.getBoundingClientRect().top >= headerHeight))
  }
  useHotkeys({ j: enterList, k: enterList })

  return event => {
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('[data-broken]')
    if (!row || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    const key = event.key.toLowerCase()
    const step = { arrowdown: 1, j: 1, arrowup: -1, k: -1 }[key]
    if (step !== undefined) {
      const rows = listRows(list.current)
      const next = rows[rows.indexOf(row) + step]
      if (!next) return
      event.preventDefault()
      return focusRow(next)
    }
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

/** The height of what covers the top of the window, in pixels. */
const headerHeight = 56

/**
 * Moves the focus when the row that had it last leaves the list: to the next one, else to the previous one, else to the page.
 * @returns the handler of the focus inside the list
 */
export function useNextRowFocus(
  list: List,
  links: readonly BrokenLink[],
): (event: FocusEvent<HTMLElement>) => void {
  const last = useRef<string>(undefined)
  const before = useRef<string[]>([])
  useEffect(() => {
    const ids = links.map(link => link._id)
    const at = before.current.indexOf(last.current ?? '')
    const near = [...before.current.slice(at + 1), ...before.current.slice(0, Math.max(0, at)).toReversed()]
    before.current = ids
    if (at < 0 || ids.includes(last.current ?? '')) return
    const attempt = (): unknown => {
      // A question that is answered gives the focus to the page when it closes.
      if (overlays.get().length > 0) return requestAnimationFrame(attempt)
      if (!hasNoFocus()) return undefined
      const rows = new Map(listRows(list.current).map(row => [row.dataset.broken, row]))
      return focusRow(rows.get(near.find(id => rows.has(id)) ?? ''))
    }
    attempt()
  }, [list, links])
  useFocusPageOnRemoval(list)
  return ({ target }) => {
    last.current = target.closest<HTMLElement>('[data-broken]')?.dataset.broken
  }
}
