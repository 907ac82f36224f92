import type { Link } from '@nestmark/contract/shapes'
import { type KeyboardEvent, use } from 'react'
import { focusWhenRendered } from '../../../lib/focus/focusWhenRendered.ts'
import { isTyping } from '../../../lib/focus/hotkeys.ts'
import { findShortcut } from '../../../ui/menus/findShortcut.ts'
import { isSelectable } from '../linkDisplay.ts'
import { linkShortcut } from '../linkShortcut.ts'
import { LinkMenuContext } from '../linkSlots.ts'
import type { Direction } from './layout/LinkMosaic.tsx'

const bulkShortcuts: ReadonlySet<string> = new Set(['m', 't', 'f', 'delete'])
/** The keys of the menu of a link that `FrameTasks` run. */
const menuShortcuts: ReadonlySet<string> = new Set(['ctrl+c', 'e', ...bulkShortcuts])

/** Returns the key handler that moves between the links of a list and acts on the focused one. */
export function useListKeys({
  findAdjacent,
  total,
  at,
  toggle,
  reveal,
  peek,
  hasSelection,
}: {
  /**
   * Returns the index of the link next to another; undefined where there is none, so that the key has its default
   * action.
   */
  findAdjacent: (index: number, direction: Direction) => number | undefined
  total: number
  at: (index: number) => Link | undefined
  toggle: (index: number, range: boolean) => void
  reveal: (index: number) => void
  /** Shows a link next to the list; undefined in lists without it, where Space selects. */
  peek: ((link: Link, index: number) => void) | undefined
  /** Some links are selected. Their keys then apply to the selection instead of the focused link. */
  hasSelection: boolean
}): (event: KeyboardEvent<HTMLElement>) => void {
  const customEntries = use(LinkMenuContext)

  return event => {
    const target = event.target as HTMLElement
    const item = target.closest<HTMLElement>('[data-place]')
    if (!item || event.altKey || isTyping(target)) return
    // Keys on the buttons of a card belong to the buttons.
    const isOnMain = target.matches('[data-main], [type=checkbox]')
    const index = Number(item.dataset.place)
    const list = event.currentTarget
    const isRtl = getComputedStyle(list).direction === 'rtl'

    const hasModifier = event.ctrlKey || event.metaKey
    const moveTo = (next: number) => {
      if (next < 0 || next >= total) return
      event.preventDefault()
      reveal(next)
      focusWhenRendered(list, next)
    }
    const direction = toDirection(event.key, isRtl)
    const ends: Record<string, number> = { Home: 0, End: total - 1 }
    const next = direction ? findAdjacent(index, direction) : ends[event.key]
    if (next !== undefined && !hasModifier) return moveTo(next)
    if (direction) return
    if (!isOnMain) return
    const isSpaceOnLink = event.key === ' ' && target.matches('[data-main]')
    if (isSpaceOnLink && !peek) {
      event.preventDefault()
      toggle(index, event.shiftKey)
    }
    const link = at(index)
    // Selected text is copied by the browser.
    if (!link || getSelection()?.isCollapsed === false) return
    const shortcut = `${hasModifier ? 'ctrl+' : ''}${event.key === ' ' ? 'space' : event.key.toLowerCase()}`
    // The bulk bar runs these.
    if (hasSelection && bulkShortcuts.has(shortcut)) return
    const run = customEntries
      ? findShortcut(customEntries(link), shortcut)?.run
      : isSpaceOnLink && shortcut === 'space' && peek
        ? () => peek(link, index)
        : shortcut === 'x' && isSelectable(link)
          ? () => toggle(index, event.shiftKey)
          : menuShortcuts.has(shortcut)
            ? () => linkShortcut.set({ item: link, shortcut })
            : undefined
    if (!run) return
    event.preventDefault()
    run()
  }
}

function toDirection(key: string, isRtl: boolean): Direction | undefined {
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  return (key === 'ArrowLeft') === isRtl ? 'after' : 'before'
}

/** Returns the index of the link next to another in rows of equal length. A list has no columns. */
export function findInRows(index: number, direction: Direction, columns: number): number | undefined {
  if (direction === 'up') return index - columns
  if (direction === 'down') return index + columns
  return columns === 1 ? undefined : direction === 'before' ? index - 1 : index + 1
}
