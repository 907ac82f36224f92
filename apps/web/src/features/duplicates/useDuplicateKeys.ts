import { type KeyboardEvent, type RefObject } from 'react'
import { useLocation, useNavigate } from '../../lib/router/location.ts'
import { safeHref } from '../../lib/addresses.ts'
import { connection } from '../../lib/connection.ts'
import { hasNoFocus } from '../../lib/focus/hasNoFocus.ts'
import { isTyping, useHotkeys } from '../../lib/focus/hotkeys.ts'
import { overlays } from '../../lib/overlays/overlay.ts'
import type { GroupActions, Ticks } from './groupActions.ts'
import type { DuplicateGroup } from './groups.ts'

const groupSteps: Record<string, number> = { j: 1, k: -1 }
const tileSteps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

interface Keyed {
  groups: readonly DuplicateGroup[]
  /** The group on which keys act. */
  current: DuplicateGroup | undefined
  ticks: Ticks
  actions: GroupActions
}

/**
 * Returns the key handler of the list: J and K move between groups, arrows between the links of one; X ticks, A ticks all but
 * the first again, M merges, Delete deletes what is ticked, Enter opens the page, Space shows the link. Without a focus, J and
 * K go to the current group.
 */
export function useDuplicateKeys(
  list: RefObject<HTMLElement | null>,
  { groups, current, ticks, actions }: Keyed,
): (event: KeyboardEvent<HTMLElement>) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const enterList = (event: globalThis.KeyboardEvent) => {
    if (!hasNoFocus() || overlays.get().length > 0 || !current) return
    event.preventDefault()
    focusGroup(list, current._id)
  }
  useHotkeys({ j: enterList, k: enterList })

  return event => {
    const target = event.target as HTMLElement
    const section = target.closest<HTMLElement>('[data-group]')
    const nth = groups.findIndex(group => group._id === section?.dataset.group)
    const group = groups[nth]
    if (!section || !group || event.altKey || event.ctrlKey || event.metaKey || isTyping(target)) return
    // Keys on buttons and menus belong to them.
    const tile = target.closest<HTMLElement>('[data-tile]')
    const isCheckbox = target.matches('input[type=checkbox]')
    if (target !== section && target !== tile && !isCheckbox) return
    const run = toAction(event.key)
    if (!run) return
    event.preventDefault()
    // The page has other meanings for some of these keys.
    event.stopPropagation()
    run()

    function toAction(key: string): (() => void) | undefined {
      if (!group || !section) return
      const letter = key.toLowerCase()
      const groupStep = groupSteps[letter]
      if (groupStep !== undefined) return () => focusGroup(list, groups[nth + groupStep]?._id)
      const tileStep = tileSteps[key]
      if (tileStep !== undefined) return () => stepTile(section, tile, tileStep)
      const link = group.links.find(each => each._id === tile?.dataset.tile)
      const needsServer = connection.get() !== 'up'
      if (letter === 'x')
        return () => (link ? link.can.trash && actions.tick(group, link._id) : toggle(group))
      if (letter === 'a') return () => actions.reset([group])
      if (letter === 'm' && !needsServer) return () => actions.merge([group])
      if (key === 'Delete' && !needsServer) return () => actions.remove([group])
      if (isCheckbox) return
      const shown = link ?? group.links[0]
      if (key === 'Enter' && shown) return () => void window.open(safeHref(shown.link), '_blank', 'noopener')
      if (key === ' ' && shown)
        return () => void navigate(`/l/${shown._id}`, { state: { over: { pathname, search } } })
      return
    }
  }

  /** Ticks all but the first of a group, or nothing. */
  function toggle(group: DuplicateGroup): void {
    if (ticks.tickedOf(group).size === 0) return actions.reset([group])
    ticks.change(new Map(group.links.map(link => [link._id, false])))
  }
}

function stepTile(section: HTMLElement, tile: HTMLElement | null, step: number): void {
  const tiles = [...section.querySelectorAll<HTMLElement>('[data-tile]')]
  const rtl = getComputedStyle(section).direction === 'rtl'
  const at = tile ? tiles.indexOf(tile) + (rtl ? -step : step) : 0
  tiles[Math.min(tiles.length - 1, Math.max(0, at))]?.focus()
}

/** How many frames are waited for a group that is not rendered yet, or for groups that leave: about three seconds. */
const maxFrames = 180

/**
 * Moves the focus to a group when it is rendered and others have left the list; without a group to the heading of the page.
 */
export function focusGroup(
  list: RefObject<HTMLElement | null>,
  id: string | undefined,
  leaving: ReadonlySet<string> = new Set(),
): void {
  let frames = 0
  const attempt = () => {
    if (++frames > maxFrames) return
    const sections = [...(list.current?.querySelectorAll<HTMLElement>('[data-group]') ?? [])]
    const isLeaving = sections.some(section => leaving.has(section.dataset.group ?? ''))
    if (isLeaving || overlays.get().length > 0) return requestAnimationFrame(attempt)
    if (leaving.size > 0 && !hasNoFocus()) return
    const section = sections.find(each => each.dataset.group === id)
    if (section) {
      section.focus({ preventScroll: true })
      section.scrollIntoView({ block: 'nearest' })
    } else if (leaving.size > 0)
      document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
  }
  attempt()
}
