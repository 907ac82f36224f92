import type { Collection } from '@nestmark/contract/shapes'
import { createContext, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Pages } from '../../lib/api/pages.ts'
import { usePlaceCollection } from './data.ts'

export type FolderSort = 'date' | 'name' | 'hand'

/** What collections are put in order by; in the address, so that going back finds it again. */
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

/** Putting collections in order by hand. */
export interface HandOrder {
  /** Puts a collection before another one; null for the end. */
  before(id: string, next: string | null): void
  /** Returns whether there is a place so many places further on. */
  can(id: string, steps: number): boolean
  /** Moves it by so many places. False where there is no such place. */
  by(id: string, steps: number): boolean
}

/** Given around cards while they are in order by hand; their menus offer it. */
export const HandOrderContext = createContext<HandOrder | null>(null)

/** How to put the collections of a list in order; null where it has another order. */
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
        // Its neighbour is not read yet: better not than to the wrong place.
        if (!next && !(steps > 0 && to + 1 === total)) return false
        before(id, next?._id ?? null)
        return true
      },
    }
  }, [sort, mutate, at, total])
}
