import { useMemo, useState } from 'react'

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

type State<T extends { _id: string }> = Pick<Selection<T>, 'active' | 'items' | 'every'>
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
  if (scope !== listKey) setScoped({ ...emptyState, scope: listKey })
  const commands = useMemo(() => {
    const setState = (next: (now: State<T>) => State<T>) =>
      // The answer for an earlier list, and arrives late, would select items that this list does not show.
      setScoped(now => (now.scope === listKey ? { ...next(now), scope: listKey } : now))
    /** Selects items. @param deselects what is selected is deselected instead */
    const select = (added: Iterable<T>, deselects: boolean) =>
      setState(now => {
        const [items, except] = [new Map(now.items), new Set(now.every?.except)]
        for (const item of added)
          if (now.every) {
            if (!except.delete(item._id) && deselects) except.add(item._id)
          } else if (!deselects || !items.delete(item._id)) items.set(item._id, item)
        return now.every ? { ...now, every: { except } } : { active: true, items, every: null }
      })
    return {
      start: () => setState(now => ({ ...now, active: true })),
      clear: () => setState(() => emptyState),
      toggle: (item: T) => select([item], true),
      selectMany: (added: Iterable<T>) => select(added, false),
      selectAll: () => setState(() => ({ active: true, items: new Map(), every: { except: new Set() } })),
    }
  }, [listKey])
  return useMemo(
    () => ({
      ...state,
      has: (id: string) => (state.every ? !state.every.except.has(id) : state.items.has(id)),
      count: (total: number) =>
        state.every ? Math.max(0, total - state.every.except.size) : state.items.size,
      ...commands,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the parts of the state
    [state.active, state.items, state.every, commands],
  )
}
