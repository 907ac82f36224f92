import type { Store } from '@nestmark/client/store'
import { useSyncExternalStore } from 'react'

export { createStore, type Store } from '@nestmark/client/store'

/** A value that a component can read. */
type Readable<T> = Pick<Store<T>, 'get' | 'subscribe'>

/** Reads a store in a component. */
export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Reads a part of a store. The component renders again only when that part changes. */
export function useStoreSelector<T, Selected>(store: Readable<T>, select: (value: T) => Selected): Selected {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
