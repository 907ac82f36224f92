import type { Link } from '@nestmark/contract/shapes'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { focusWhenRendered } from '../../../../lib/focus/focusWhenRendered.ts'
import type { LinkOrder } from './linkOrder.ts'

/**
 * Returns the key handler that moves the focused link in the manual order by Alt and an arrow key. The link keeps the focus.
 * The handler returns whether the key was one of these.
 */
export function useMoveByKey(
  order: LinkOrder | null,
  at: (index: number) => Link | undefined,
  columns: number,
): (event: KeyboardEvent<HTMLElement>) => boolean {
  const moved = useRef<{ id: string; index: number; list: HTMLElement }>(undefined)
  useEffect(() => {
    const last = moved.current
    if (!last || at(last.index)?._id !== last.id) return
    moved.current = undefined
    focusWhenRendered(last.list, last.index)
  })
  return event => {
    if (!order || !event.altKey) return false
    const place = (event.target as HTMLElement).closest<HTMLElement>('[data-place]')?.dataset.place
    const link = place === undefined ? undefined : at(Number(place))
    const list = event.currentTarget
    const direction = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    const aside = columns === 1 ? undefined : direction
    const steps = {
      ArrowUp: -columns,
      ArrowDown: columns,
      ArrowLeft: aside && -aside,
      ArrowRight: aside,
    }[event.key]
    if (!link || steps === undefined) return false
    event.preventDefault()
    const index = order.moveBy(link._id, steps)
    if (index !== undefined) moved.current = { id: link._id, index, list }
    return true
  }
}
