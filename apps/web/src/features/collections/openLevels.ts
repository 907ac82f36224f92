import { stored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

/** The expanded collections of the sidebar tree, stored on this device. */
export const openLevels = createStore<ReadonlySet<string>>(new Set(stored.read<string[]>('tree') ?? []))

// Limits the stored entries to the newest ones, because each change writes all of them.
const remembered = 500

/** Expands or collapses collections of the sidebar tree. */
export function setLevels(ids: Iterable<string>, open: boolean): void {
  const next = new Set(openLevels.get())
  const before = next.size
  let changed = false
  for (const id of ids) {
    if (open === next.has(id)) continue
    changed = true
    if (open) next.add(id)
    else next.delete(id)
  }
  if (!changed && next.size === before) return
  openLevels.set(next)
  stored.write('tree', [...next].slice(-remembered))
}
