import type { Link } from '@nestmark/contract/shapes'
import { useEffect, useMemo, useRef } from 'react'
import type { Pages } from '../../../lib/api/pages.ts'
import { createStore } from '../../../lib/store.ts'

/** The link list of the page, from which the overlay of a link reads the previous and next link. */
export interface OpenList {
  total(): number
  /** Returns the index of a link that was at an index before the list changed; -1 when it is not near it. */
  find(id: string, index: number): number
  /** Reads the link at an index. */
  read(index: number): Promise<Link | undefined>
}

export const openList = createStore<OpenList | null>(null)

/** The maximum distance by which a link may have moved since it was opened. */
const searchedDistance = 100

/** Publishes a list while it is on the page. */
export function usePublishList(pages: Pages<Link>): void {
  const latest = useRef(pages)
  useEffect(() => {
    latest.current = pages
  })
  const list = useMemo<OpenList>(
    () => ({
      total: () => latest.current.total ?? 0,
      find: (id, index) => findNear(id, index, at => latest.current.at(at)?._id),
      read: async index => (await latest.current.range(index, index))[0],
    }),
    [],
  )
  useEffect(() => {
    openList.set(list)
    return () => openList.set(now => (now === list ? null : now))
  }, [list])
}

/** Returns the index of a link that was at an index; -1 when it is not near it. */
function findNear(id: string, index: number, getId: (index: number) => string | undefined): number {
  for (let distance = 0; distance <= searchedDistance; distance++)
    for (const at of [index - distance, index + distance]) if (at >= 0 && getId(at) === id) return at
  return -1
}
