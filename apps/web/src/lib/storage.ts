/**
 * The names the page keeps in the browser's local storage. The first eight are those of the specification;
 * `user` is the last answer of user-data, `user_of` marks the session it came in, `favourites` are the ids in it.
 */
export type StoredKey =
  | 'token'
  | 'me_id'
  | 'email'
  | 'theme'
  | 'parent'
  | 'view'
  | 'clipboard_access'
  | 'user'
  | 'user_of'
  | 'favourites'
  | 'sidebar'
  | 'tree'
  | 'drafts'
  | 'import'
  | 'tags'
  | 'suggestions'
  | 'paid_plan'
  | 'clipboard_last'

/**
 * The names in session storage, which ends with the tab: the way to the open collection, the tree, what was read last,
 * and where pages were scrolled to.
 */
export type SessionKey = 'breadcrumbs' | 'folder_chain' | 'answers' | 'scroll'

/** What belongs to the device and not to the person: it stays when a session ends. */
const deviceKeys: readonly string[] = ['theme', 'sidebar']

/** What waits to be sent is kept for its owner when a session runs out. */
const survivesSession = (key: string) => deviceKeys.includes(key) || key.startsWith('outbox.')

function tryStorage<T>(action: () => T, fallback: T): T {
  try {
    return action()
  } catch {
    // Storage is denied in some private windows; the page then works without a memory.
    return fallback
  }
}

export const stored = {
  /** The values of all names that begin so. */
  valuesWithPrefix: (prefix: string): string[] =>
    tryStorage(
      () =>
        Object.keys(localStorage)
          .filter(key => key.startsWith(prefix))
          .map(key => localStorage.getItem(key) ?? ''),
      [],
    ),
  getPrefixed: (prefix: string, name: string): string | null =>
    tryStorage(() => localStorage.getItem(prefix + name), null),
  setPrefixed: (prefix: string, name: string, value: string): void =>
    tryStorage(() => localStorage.setItem(prefix + name, value), undefined),
  removePrefixed: (prefix: string, name: string): void =>
    tryStorage(() => localStorage.removeItem(prefix + name), undefined),
  get: (key: StoredKey): string | null => tryStorage(() => localStorage.getItem(key), null),
  set: (key: StoredKey, value: string): void => tryStorage(() => localStorage.setItem(key, value), undefined),
  remove: (key: StoredKey): void => tryStorage(() => localStorage.removeItem(key), undefined),
  /** Forgets everything of the person who was signed in. */
  clear: (): void =>
    tryStorage(() => {
      for (const key of Object.keys(localStorage)) if (!survivesSession(key)) localStorage.removeItem(key)
      sessionStorage.clear()
    }, undefined),
  /** Reads a value that was kept as JSON; anything unreadable counts as absent. */
  read: <T>(key: StoredKey): T | null =>
    tryStorage(() => JSON.parse(localStorage.getItem(key) ?? 'null') as T, null),
  write: (key: StoredKey, value: unknown): void => stored.set(key, JSON.stringify(value)),
}

/** The same for as long as the tab lives. */
export const sessionStored = {
  read: <T>(key: SessionKey): T | null =>
    tryStorage(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as T, null),
  write: (key: SessionKey, value: unknown): void =>
    tryStorage(() => sessionStorage.setItem(key, JSON.stringify(value)), undefined),
  remove: (key: SessionKey): void => tryStorage(() => sessionStorage.removeItem(key), undefined),
}
