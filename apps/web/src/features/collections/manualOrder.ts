import type { Collection } from '@nestmark/contract/shapes'
import { createContext, useMemo } from 'react'
import { withParameters } from '../../lib/addresses.ts'
import { useLocation, useNavigate } from '../../lib/router/location.ts'
import type { Pages } from '../../lib/api/pages.ts'
import { usePlaceCollection } from './data.ts'

export type FolderSort = 'date' | 'name' | 'hand'

/** Returns the order of a collection list and its setter. It is in the URL, so that going back restores it. */
export function useFolderSort(): [FolderSort, (sort: FolderSort) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const requested = new URLSearchParams(search).get('collections')
  const setSort = (sort: FolderSort) => {
    const part = withParameters(search, { collections: sort === 'date' ? undefined : sort })
    void navigate(pathname + part, { state: { stay: true } })
  }
  return [requested === 'name' || requested === 'hand' ? requested : 'date', setSort]
}

/** Actions that change the manual order. */
export interface ManualOrder {
  /** Moves a collection before another one; null moves it to the end. */
  moveBefore(id: string, next: string | null): void
  /** Returns whether a position exists that many steps further. */
  canMoveBy(id: string, steps: number): boolean
  /** Moves a collection by that many steps. Returns false where no such position exists. */
  moveBy(id: string, steps: number): boolean
}

/** Provided around cards in the manual order; their menus offer the actions. */
export const ManualOrderContext = createContext<ManualOrder | null>(null)

/** Returns the actions for the manual order of a list; null where the list has another order. */
export function useManualOrder(pages: Pages<Collection>, sort: FolderSort): ManualOrder | null {
  const { mutate } = usePlaceCollection()
  const { at, total = 0 } = pages
  return useMemo(() => {
    if (sort !== 'hand') return null
    const moveBefore = (id: string, next: string | null) => mutate({ folder_id: id, before: next })
    const findTarget = (id: string, steps: number): number | null => {
      let from = 0
      while (from < total && at(from)?._id !== id) from++
      const to = from + steps
      return from === total || to < 0 || to >= total ? null : to
    }
    return {
      moveBefore,
      canMoveBy: (id, steps) => findTarget(id, steps) !== null,
      moveBy(id, steps) {
        const to = findTarget(id, steps)
        if (to === null) return false
        const next = at(steps > 0 ? to + 1 : to)
        // The new adjacent item is not loaded, so the position cannot be described.
        if (!next && !(steps > 0 && to + 1 === total)) return false
        moveBefore(id, next?._id ?? null)
        return true
      },
    }
  }, [sort, mutate, at, total])
}
