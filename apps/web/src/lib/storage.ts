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
const kept: readonly string[] = ['theme', 'sidebar']

/** What waits to be sent is kept for its owner when a session runs out. */
const stays = (key: string) => kept.includes(key) || key.startsWith('outbox.')

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    // Storage is denied in some private windows; the page then works without a memory.
    return otherwise
  }
}

export const stored = {
  /** The values of all names that begin so. */
  under: (prefix: string): string[] =>
    attempt(
      () =>
        Object.keys(localStorage)
          .filter(key => key.startsWith(prefix))
          .map(key => localStorage.getItem(key) ?? ''),
      [],
    ),
  getUnder: (prefix: string, name: string): string | null =>
    attempt(() => localStorage.getItem(prefix + name), null),
  setUnder: (prefix: string, name: string, value: string): void =>
    attempt(() => localStorage.setItem(prefix + name, value), undefined),
  removeUnder: (prefix: string, name: string): void =>
    attempt(() => localStorage.removeItem(prefix + name), undefined),
  get: (key: StoredKey): string | null => attempt(() => localStorage.getItem(key), null),
  set: (key: StoredKey, value: string): void => attempt(() => localStorage.setItem(key, value), undefined),
  remove: (key: StoredKey): void => attempt(() => localStorage.removeItem(key), undefined),
  /** Forgets everything of the person who was signed in. */
  clear: (): void =>
    attempt(() => {
      for (const key of Object.keys(localStorage)) if (!stays(key)) localStorage.removeItem(key)
      sessionStorage.clear()
    }, undefined),
  /** Reads a value that was kept as JSON; anything unreadable counts as absent. */
  read: <T>(key: StoredKey): T | null =>
    attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null') as T, null),
  write: (key: StoredKey, value: unknown): void => stored.set(key, JSON.stringify(value)),
}

/** The same for as long as the tab lives. */
export const sessionStored = {
  read: <T>(key: SessionKey): T | null =>
    attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as T, null),
  write: (key: SessionKey, value: unknown): void =>
    attempt(() => sessionStorage.setItem(key, JSON.stringify(value)), undefined),
  remove: (key: SessionKey): void => attempt(() => sessionStorage.removeItem(key), undefined),
}
