import { listCollectionLinks, listDashboardLinks } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { queryClient } from '../../lib/api/queryClient.ts'

/** A move in the manual order, as `reorder-links` takes it. */
export interface OrderMove {
  links: readonly string[]
  before?: string | undefined
  after?: string | undefined
}

/**
 * Returns the items after a move; the same array where the move names items that are not among them.
 * @param items in their order
 */
export function toReordered<Item extends { _id: string }>(
  items: readonly Item[],
  move: OrderMove,
): readonly Item[] {
  const anchor = items.findIndex(item => item._id === (move.before ?? move.after))
  const moved = move.links.flatMap(id => items.find(item => item._id === id) ?? [])
  if (anchor === -1 || moved.length < move.links.length) return items
  const isMoved = (item: Item) => moved.includes(item)
  const from = move.before === undefined ? anchor + 1 : anchor
  return [
    ...items.slice(0, from).filter(item => !isMoved(item)),
    ...moved,
    ...items.slice(from).filter(item => !isMoved(item)),
  ]
}

const size = limits.pageSize

/** Shows a move in the cached lists in manual order, as far as their pages are loaded. Returns the function that reverts it. */
export function reorderCached(move: OrderMove): () => void {
  const reverts: (() => void)[] = []
  const pages = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(query => {
      const [path, input] = query.queryKey as [string, { sort?: string; order?: number; page?: number }]
      const data = query.state.data as { links: Link[] } | undefined
      const isList = path === listCollectionLinks.path || path === listDashboardLinks.path
      if (!isList || input.sort !== 'hand' || input.order !== 2 || !data) return []
      return [{ query, data, page: input.page ?? 1, list: JSON.stringify([path, { ...input, page: 0 }]) }]
    })
  for (const list of Map.groupBy(pages, each => each.list).values())
    for (const run of toRuns(list)) {
      const items = run.flatMap(({ data }) => data.links)
      const reordered = toReordered(items, move)
      if (reordered === items) continue
      for (const [nth, { query, data }] of run.entries()) {
        reverts.push(() => query.setData(data))
        query.setData({ ...data, links: reordered.slice(nth * size, nth * size + data.links.length) })
      }
    }
  return () => {
    for (const revert of reverts) revert()
  }
}

/** Returns pages in runs without gaps. */
function toRuns<Page extends { page: number }>(pages: readonly Page[]): Page[][] {
  const runs: Page[][] = []
  for (const each of pages.toSorted((a, b) => a.page - b.page)) {
    const run = runs.at(-1)
    if (run?.at(-1)?.page === each.page - 1) run.push(each)
    else runs.push([each])
  }
  return runs
}
