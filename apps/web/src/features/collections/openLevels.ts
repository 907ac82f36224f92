import { stored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

/** Which collections of the sidebar's tree are open; remembered on this device. */
export const openLevels = createStore<ReadonlySet<string>>(new Set(stored.read<string[]>('tree') ?? []))

// Thousands of open levels are not worth a storage write each; the newest are.
const remembered = 500

/** Opens or closes levels of the sidebar's tree. */
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
