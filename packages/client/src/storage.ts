/**
 * Where a client stores texts by key on its device: its token, its queued calls and its keys. The names are those of the Web
 * Storage API. Reads are synchronous, because a page needs its token before it renders. An implementation on an
 * asynchronous database, such as IndexedDB in a service worker, reads all entries before it is given to a client, answers
 * from memory, and writes each change to both.
 */
export interface ClientStorage {
  /** Returns a text; null where there is none, or where the storage is denied. */
  getItem(key: string): string | null
  /** Stores a text. Where the storage is denied or full, `getItem` does not return it afterwards. */
  setItem(key: string, text: string): void
  removeItem(key: string): void
  /** Returns all keys, in any order. */
  keys(): string[]
  /**
   * Calls a function when something else changes the storage, such as another tab.
   * @param listener receives the key; null when everything was deleted
   */
  onChange(listener: (key: string | null) => void): void
}

/** Returns the texts of all keys with a prefix. */
export const valuesWithPrefix = (storage: ClientStorage, prefix: string): string[] =>
  storage
    .keys()
    .filter(key => key.startsWith(prefix))
    .map(key => storage.getItem(key) ?? '')

/** Deletes all keys with a prefix, except one. */
export function removeWithPrefix(storage: ClientStorage, prefix: string, except?: string): void {
  for (const key of storage.keys()) if (key.startsWith(prefix) && key !== except) storage.removeItem(key)
}
