import { useSyncExternalStore } from 'react'

/** A value that lives outside React and tells its readers when it changes. */
export interface Store<T> {
  get(): T
  set(next: T | ((current: T) => T)): void
  subscribe(reader: () => void): () => void
}

/** Makes a store; features keep what must outlive a component in one of these. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const readers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      const result = typeof next === 'function' ? (next as (current: T) => T)(value) : next
      if (Object.is(result, value)) return
      value = result
      for (const reader of readers) reader()
    },
    subscribe(reader) {
      readers.add(reader)
      return () => readers.delete(reader)
    },
  }
}

/** Reads a store in a component. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Reads a part of a store; the component is drawn again only when that part changes. */
export function useStorePart<T, Part>(store: Store<T>, pick: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}
