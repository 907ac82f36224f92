import { stored } from '../../../lib/browser/storage.ts'
import { createStore } from '../../../lib/store.ts'

/** The expanded collections of the sidebar tree, stored on this device. */
export const expandedCollections = createStore<ReadonlySet<string>>(
  new Set(stored.read<string[]>('tree') ?? []),
)

// Limits the stored entries to the newest ones, because each change writes all of them.
const maxStored = 500

/** Expands or collapses collections of the sidebar tree. */
export function setExpanded(ids: Iterable<string>, expanded: boolean): void {
  const next = new Set(expandedCollections.get())
  let changed = false
  for (const id of ids) {
    if (expanded === next.has(id)) continue
    changed = true
    if (expanded) next.add(id)
    else next.delete(id)
  }
  if (!changed) return
  expandedCollections.set(next)
  stored.write('tree', [...next].slice(-maxStored))
}
