/** A value that notifies its subscribers of changes. */
export interface Store<T> {
  get(): T
  set(next: T | ((current: T) => T)): void
  /** @returns unsubscribes */
  subscribe(subscriber: () => void): () => void
}

/** Creates a store, for state that outlives a component or a call. */
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
