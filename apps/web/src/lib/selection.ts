import { useCallback, useMemo, useState } from 'react'

/** What is chosen in one list. It keeps the things themselves, so that they stay chosen when scrolled away. */
export interface Selection<T extends { _id: string }> {
  /** Select mode is on: every card shows its tick. */
  active: boolean
  /** What was chosen one by one; nothing while `every` is on. */
  items: ReadonlyMap<string, T>
  /** Everything that the list shows or would show is chosen, but for these. */
  every: { except: ReadonlySet<string> } | null
  has(id: string): boolean
  /** How many are chosen of a list of so many. */
  count(total: number): number
  start(): void
  toggle(item: T): void
  /** Adds many at once. */
  selectMany(items: Iterable<T>): void
  /** Chooses everything, loaded or not. */
  selectAll(): void
  /** Nothing chosen, mode off. */
  clear(): void
}

/** What a deed is to be done with. */
export interface SelectedItems<T> {
  /** How many. */
  count: number
  /** Those that are known: with `every` none. */
  items: T[]
  /** Everything but these, in place of items. */
  every: { except: string[] } | null
}

/** What is chosen of a list of so many. */
export function getSelectedItems<T extends { _id: string }>(
  selection: Selection<T>,
  total: number,
): SelectedItems<T> {
  return {
    count: selection.count(total),
    items: [...selection.items.values()],
    every: selection.every && { except: [...selection.every.except] },
  }
}

interface State<T> {
  active: boolean
  items: ReadonlyMap<string, T>
  every: { except: ReadonlySet<string> } | null
}
const emptyState = { active: false, items: new Map<string, never>(), every: null }

/**
 * Select mode of one list.
 * @param listKey what the list shows; when that changes, what was chosen is forgotten
 */
export function useSelection<T extends { _id: string }>(listKey = ''): Selection<T> {
  const [{ scope, ...state }, setScoped] = useState<State<T> & { scope: string }>({
    ...emptyState,
    scope: listKey,
  })
  const setState = useCallback(
    (next: State<T> | ((now: State<T>) => State<T>)) =>
      setScoped(now => ({ ...(typeof next === 'function' ? next(now) : next), scope: now.scope })),
    [],
  )
  if (scope !== listKey) setScoped({ ...emptyState, scope: listKey })
  const start = useCallback(() => setState(now => ({ ...now, active: true })), [setState])
  const clear = useCallback(() => setState(emptyState), [setState])
  const toggle = useCallback(
    (item: T) =>
      setState(now => {
        if (now.every) {
          const except = new Set(now.every.except)
          if (!except.delete(item._id)) except.add(item._id)
          return { ...now, every: { except } }
        }
        const items = new Map(now.items)
        if (!items.delete(item._id)) items.set(item._id, item)
        return { active: true, items, every: null }
      }),
    [setState],
  )
  const selectMany = useCallback(
    (added: Iterable<T>) =>
      setState(now => {
        if (now.every) {
          const except = new Set(now.every.except)
          for (const item of added) except.delete(item._id)
          return { ...now, every: { except } }
        }
        const items = new Map(now.items)
        for (const item of added) items.set(item._id, item)
        return { active: true, items, every: null }
      }),
    [setState],
  )
  const selectAll = useCallback(
    () => setState({ active: true, items: new Map(), every: { except: new Set() } }),
    [setState],
  )
  return useMemo(
    () => ({
      ...state,
      has: (id: string) => (state.every ? !state.every.except.has(id) : state.items.has(id)),
      count: (total: number) =>
        state.every ? Math.max(0, total - state.every.except.size) : state.items.size,
      start,
      toggle,
      selectMany,
      selectAll,
      clear,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the parts of the state
    [state.active, state.items, state.every, start, toggle, selectMany, selectAll, clear],
  )
}
