import type { Link } from '@nestmark/contract/shapes'
import { useEffect, useMemo, useRef } from 'react'
import type { Pages } from '../../../lib/api/pages.ts'
import { findNear } from '../../../lib/lists/ranges.ts'
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

/** Publishes a list while it is on the page. */
export function usePublishList(pages: Pages<Link>): void {
  const latest = useRef(pages)
  useEffect(() => {
    latest.current = pages
  })
  const list = useMemo<OpenList>(
    () => ({
      total: () => latest.current.total ?? 0,
      find: (id, index) => findNear(latest.current, id, index),
      read: async index => (await latest.current.range(index, index))[0],
    }),
    [],
  )
  useEffect(() => {
    openList.set(list)
    return () => openList.set(now => (now === list ? null : now))
  }, [list])
}

/** The list from which the reader was opened. It is no longer rendered, but its links can still be read. */
let readingList: OpenList | null = null

/** Stores the list of the page, before the reader replaces it. */
export function keepReadingList(): void {
  readingList = openList.get()
}

/** Returns the list from which the reader was opened; null after a reload. */
export function getReadingList(): OpenList | null {
  return readingList
}
