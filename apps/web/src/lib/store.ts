import { useSyncExternalStore } from 'react'

/** A value outside React that notifies its subscribers of changes. */
export interface Store<T> {
  get(): T
  set(next: T | ((current: T) => T)): void
  subscribe(subscriber: () => void): () => void
}

/** Creates a store, for state that outlives a component. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const subscribers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      const result = typeof next === 'function' ? (next as (current: T) => T)(value) : next
      if (Object.is(result, value)) return
      value = result
      for (const subscriber of subscribers) subscriber()
    },
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
  }
}

/** Reads a store in a component. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Reads a part of a store. The component renders again only when that part changes. */
export function useStoreSelector<T, Selected>(store: Store<T>, select: (value: T) => Selected): Selected {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
