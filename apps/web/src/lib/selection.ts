import { useCallback, useMemo, useState } from 'react'

/** What is chosen in one list. It keeps the things themselves, so that they stay chosen when scrolled away. */
export interface Selection<T extends { _id: string }> {
  /** Select mode is on: every card shows its tick. */
  active: boolean
  items: ReadonlyMap<string, T>
  has(id: string): boolean
  start(): void
  toggle(item: T): void
  /** Adds many at once, for 'Select all'. */
  choose(items: Iterable<T>): void
  /** Nothing chosen, mode off. */
  clear(): void
}

/** Select mode of one list. */
export function useSelection<T extends { _id: string }>(): Selection<T> {
  const [state, setState] = useState<{ active: boolean; items: ReadonlyMap<string, T> }>({
    active: false,
    items: new Map(),
  })
  const start = useCallback(() => setState(now => ({ ...now, active: true })), [])
  const clear = useCallback(() => setState({ active: false, items: new Map() }), [])
  const toggle = useCallback(
    (item: T) =>
      setState(now => {
        const items = new Map(now.items)
        if (!items.delete(item._id)) items.set(item._id, item)
        return { active: true, items }
      }),
    [],
  )
  const choose = useCallback(
    (chosen: Iterable<T>) =>
      setState(now => {
        const items = new Map(now.items)
        for (const item of chosen) items.set(item._id, item)
        return { active: true, items }
      }),
    [],
  )
  return useMemo(
    () => ({ ...state, has: (id: string) => state.items.has(id), start, toggle, choose, clear }),
    [state, start, toggle, choose, clear],
  )
}
