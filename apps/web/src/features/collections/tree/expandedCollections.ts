import { stored } from '../../../lib/browser/storage.ts'
import { createStore } from '../../../lib/store.ts'

/** The expanded collections of the sidebar tree, stored on this device. */
export const expandedCollections = createStore<ReadonlySet<string>>(
  new Set(stored.read<string[]>('tree') ?? []),
)

// Limits the stored entries to the newest ones, because each change writes all of them.
const maxStored = 500

/** Returns a set of expanded collections in which some are expanded or collapsed. */
export function withExpanded(
  current: ReadonlySet<string>,
  ids: Iterable<string>,
  expanded: boolean,
): Set<string> {
  const next = new Set(current)
  for (const id of ids)
    if (expanded) next.add(id)
    else next.delete(id)
  return next
}

/** Expands or collapses collections of the sidebar tree. */
export function setExpanded(ids: Iterable<string>, expanded: boolean): void {
  const current = expandedCollections.get()
  const next = withExpanded(current, ids, expanded)
  if (next.size === current.size) return
  expandedCollections.set(next)
  stored.write('tree', [...next].slice(-maxStored))
}
