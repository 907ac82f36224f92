import { useCallback, useMemo, useState } from 'react'

/**
 * The selection of one list. It contains the items themselves, so that they remain selected when they are scrolled
 * out of view.
 */
export interface Selection<T extends { _id: string }> {
  /** Select mode is on: every card shows its checkbox. */
  active: boolean
  /** The individually selected items; empty while `every` is set. */
  items: ReadonlyMap<string, T>
  /** All items of the list are selected except these, loaded or not. */
  every: { except: ReadonlySet<string> } | null
  has(id: string): boolean
  /** Returns the number of selected items in a list of `total` items. */
  count(total: number): number
  start(): void
  toggle(item: T): void
  /** Adds several items in one update. */
  selectMany(items: Iterable<T>): void
  /** Selects all items, loaded or not. */
  selectAll(): void
  /** Deselects all items and ends select mode. */
  clear(): void
}

/** The items that a bulk action applies to. */
export interface SelectedItems<T> {
  /** The number of items. */
  count: number
  /** The known items; none with `every`. */
  items: T[]
  /** All items except these, instead of `items`. */
  every: { except: string[] } | null
}

/** Returns the selected items of a list of `total` items. */
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
 * Manages the select mode of one list.
 * @param listKey identifies what the list shows; a change resets the selection
 */
export function useSelection<T extends { _id: string }>(listKey = ''): Selection<T> {
  const [{ scope, ...state }, setScoped] = useState<State<T> & { scope: string }>({
    ...emptyState,
    scope: listKey,
  })
  const setState = useCallback(
    (next: State<T> | ((now: State<T>) => State<T>)) =>
      // The answer for an earlier list, and arrives late, would select items that this list does not show.
      setScoped(now =>
        now.scope === listKey ? { ...(typeof next === 'function' ? next(now) : next), scope: listKey } : now,
      ),
    [listKey],
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
