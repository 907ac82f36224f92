import type { Link } from '@nestmark/contract/shapes'
import { createContext, useMemo } from 'react'
import type { Pages } from '../../../../lib/api/pages.ts'
import { type Drag, drag } from '../../../../lib/lists/drag.ts'
import { useStableCallback } from '../../../../lib/useStableCallback.ts'
import { useReorderLinks } from '../../data.ts'
import { type LinkQuery, toListOrder } from '../../listQuery.ts'

/** Actions that change the manual order of the links of a list. */
export interface LinkOrder {
  /** Whether the dragged items are links of this list. */
  accepts(dragged: Drag | null): dragged is Drag
  /** Moves the dragged links before or after another one. */
  drop(id: string, side: 'before' | 'after'): void
  /** Returns whether a place exists that many steps further. */
  canMoveBy(id: string, steps: number): boolean
  /** Moves a link by that many steps. Returns its new index; undefined where no such place exists or is loaded. */
  moveBy(id: string, steps: number): number | undefined
  /** Moves a link before all others. */
  moveToTop(id: string): void
}

/** Provided around links in the manual order; their menus offer the actions. */
export const LinkOrderContext = createContext<LinkOrder | null>(null)

/**
 * Returns the actions for the manual order of a list; null where the list has another order, or the person may not change it.
 * @param collectionId the collection of all its links
 */
export function useLinkOrder(
  { at, total = 0 }: Pages<Link>,
  query: LinkQuery,
  { collectionId, canEdit }: { collectionId: string | undefined; canEdit: boolean },
): LinkOrder | null {
  const { mutate } = useReorderLinks()
  const { sort, order } = toListOrder(query)
  const isByHand = sort === 'hand' && order === 2 && canEdit && collectionId !== undefined
  const findIndex = useStableCallback((id: string, steps: number): number | undefined => {
    let from = 0
    while (from < total && at(from)?._id !== id) from++
    const to = from + steps
    return from === total || to < 0 || to >= total ? undefined : to
  })
  const findId = useStableCallback((index: number) => at(index)?._id)
  /** Returns links in their present order; those that are not loaded are last. */
  const sortByPlace = useStableCallback((ids: readonly string[]): string[] => {
    const left = new Set(ids)
    const sorted: string[] = []
    for (let index = 0; index < total && left.size > 0; index++) {
      const id = at(index)?._id
      if (id !== undefined && left.delete(id)) sorted.push(id)
    }
    return [...sorted, ...left]
  })
  return useMemo(() => {
    if (!isByHand) return null
    return {
      accepts: (dragged): dragged is Drag =>
        dragged !== null &&
        dragged.links.length > 0 &&
        dragged.collections.length === 0 &&
        dragged.links.every(link => link.parent === collectionId),
      drop(id, side) {
        const dragged = drag.get()
        drag.set(null)
        if (!dragged) return
        mutate(
          { links: sortByPlace(dragged.links.map(link => link._id)), [side]: id },
          { onSuccess: dragged.onDone },
        )
      },
      canMoveBy: (id, steps) => findIndex(id, steps) !== undefined,
      moveBy(id, steps) {
        const index = findIndex(id, steps)
        const neighbour = index === undefined ? undefined : findId(index)
        if (neighbour === undefined) return undefined
        mutate({ links: [id], [steps > 0 ? 'after' : 'before']: neighbour })
        return index
      },
      moveToTop(id) {
        const first = findId(0)
        if (first !== undefined) mutate({ links: [id], before: first })
      },
    } satisfies LinkOrder
  }, [isByHand, collectionId, mutate, findIndex, findId, sortByPlace])
}
