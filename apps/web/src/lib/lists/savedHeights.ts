import { createRowHeights, type MeasuredRow, type RowHeights } from './rowHeights.ts'
import { sessionStored } from '../browser/storage.ts'
import { token } from '../browser/token.ts'

/** How many lists, and rows of each, survive a reload. */
const limits = { lists: 5, rows: 2000 }
/** How many lists are cached until then. A list is another one at each width of the window. */
const maxLists = 200

interface StoredHeights {
  name: string
  count: number
  estimate: number
  rows: readonly MeasuredRow[]
}

/**
 * The heights of the lists of this tab by their name, the latest last, so that going back to a list, or a reload, finds
 * the same rows at its place.
 */
const cached = new Map<string, RowHeights>(
  (sessionStored.read<StoredHeights[]>('row_heights') ?? []).map(({ name, count, estimate, rows }) => [
    name,
    createRowHeights(count, estimate, rows),
  ]),
)
// The lists belong to the user.
token.subscribe(() => cached.clear())
globalThis.addEventListener?.('pagehide', () => {
  if (cached.size === 0) return
  const lists = [...cached].slice(-limits.lists).map(([name, heights]) => {
    const { count, estimate } = heights
    return { name, count, estimate, rows: heights.list().slice(-limits.rows) }
  })
  sessionStored.write('row_heights', lists satisfies StoredHeights[])
})

/** Returns the heights of a list by its name; undefined for one that this tab has not shown. */
export const readHeights = (name: string): RowHeights | undefined => cached.get(name)

/** Keeps the heights of a list. */
export function keepHeights(name: string, heights: RowHeights): void {
  cached.delete(name)
  cached.set(name, heights)
  const [oldest] = cached.keys()
  if (cached.size > maxLists && oldest !== undefined) cached.delete(oldest)
}
