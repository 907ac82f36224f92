import { useMemo, useState } from 'react'
import { type ChangedTicks, type DuplicateGroup, listTicked } from './groups.ts'

/** The ticks of all groups. */
export interface Ticks {
  tickedOf: (group: DuplicateGroup) => ReadonlySet<string>
  change: (changes: ChangedTicks) => void
  /** Ticks links again as they are at first. */
  reset: (ids: readonly string[]) => void
}

/** Manages which links are ticked. What the person has changed stays when the level changes. */
export function useTicks(level: number): Ticks {
  const [changed, setChanged] = useState<ChangedTicks>(new Map())
  return useMemo(() => {
    const known = new WeakMap<DuplicateGroup, ReadonlySet<string>>()
    return {
      tickedOf(group) {
        const ticked = known.get(group) ?? listTicked(group, level, changed)
        known.set(group, ticked)
        return ticked
      },
      change: changes => setChanged(now => new Map([...now, ...changes])),
      reset: ids =>
        setChanged(now => {
          const dropped = new Set(ids)
          return new Map([...now].filter(([id]) => !dropped.has(id)))
        }),
    }
  }, [level, changed])
}
