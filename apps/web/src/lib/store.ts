import { useSyncExternalStore } from 'react'

/** A value that lives outside React and tells its readers when it changes. */
export interface Store<T> {
  get(): T
  set(next: T | ((current: T) => T)): void
  subscribe(subscriber: () => void): () => void
}

/** Makes a store; features keep what must outlive a component in one of these. */
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

/** Reads a part of a store; the component is drawn again only when that part changes. */
export function useStoreSelector<T, Selected>(store: Store<T>, select: (value: T) => Selected): Selected {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
