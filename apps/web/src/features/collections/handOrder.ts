import type { Collection } from '@nestmark/contract/shapes'
import { createContext, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Pages } from '../../lib/api/pages.ts'
import { usePlaceCollection } from './data.ts'

export type FolderSort = 'date' | 'name' | 'hand'

/** Returns the order of a collection list and its setter. It is in the URL, so that going back restores it. */
export function useFolderSort(): [FolderSort, (sort: FolderSort) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const asked = query.get('collections')
  const choose = (sort: FolderSort) => {
    if (sort === 'date') query.delete('collections')
    else query.set('collections', sort)
    const text = query.toString()
    void navigate(pathname + (text === '' ? '' : `?${text}`), { state: { stay: true } })
  }
  return [asked === 'name' || asked === 'hand' ? asked : 'date', choose]
}

/** Actions that change the manual order. */
export interface HandOrder {
  /** Moves a collection before another one; null moves it to the end. */
  before(id: string, next: string | null): void
  /** Returns whether a position exists that many steps further. */
  can(id: string, steps: number): boolean
  /** Moves a collection by that many steps. Returns false where no such position exists. */
  by(id: string, steps: number): boolean
}

/** Provided around cards in the manual order; their menus offer the actions. */
export const HandOrderContext = createContext<HandOrder | null>(null)

/** Returns the actions for the manual order of a list; null where the list has another order. */
export function useHandOrder(pages: Pages<Collection>, sort: FolderSort): HandOrder | null {
  const { mutate } = usePlaceCollection()
  const { at, total = 0 } = pages
  return useMemo(() => {
    if (sort !== 'hand') return null
    const before = (id: string, next: string | null) => mutate({ folder_id: id, before: next })
    const placeFor = (id: string, steps: number): number | null => {
      let from = 0
      while (from < total && at(from)?._id !== id) from++
      const to = from + steps
      return from === total || to < 0 || to >= total ? null : to
    }
    return {
      before,
      can: (id, steps) => placeFor(id, steps) !== null,
      by(id, steps) {
        const to = placeFor(id, steps)
        if (to === null) return false
        const next = at(steps > 0 ? to + 1 : to)
        // The new neighbour is not loaded, so the position cannot be named.
        if (!next && !(steps > 0 && to + 1 === total)) return false
        before(id, next?._id ?? null)
        return true
      },
    }
  }, [sort, mutate, at, total])
}
