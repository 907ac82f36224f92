import type { ClientStorage } from '@nestmark/client/storage'

/**
 * The keys of the page in local storage. The first eight are those of the specification; `user` is the last
 * answer of user-data, `user_of` identifies its session, `favourites` are the IDs in it.
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
  | 'sidebar_width'
  | 'tree'
  | 'drafts'
  | 'import'
  | 'tags'
  | 'suggestions'
  | 'userWantPaid'
  | 'wanted_plan'
  | 'wanted_offer'
  | 'tried_links'
  | 'site_login'
  | 'clipboard_last'
  | 'recent'
  | 'density'
  | 'copy'
  | 'sign_up_bar'
  | 'playback'
  | 'pdf'
  | 'reader'
  | 'highlights'
  | 'places'
  | 'top_collections'
  | 'access_requests'

/**
 * The keys in session storage, which ends with the tab: the path to the open collection, the tree, the last
 * answers, the scroll positions and heights of rows, and the current audio. In the installed app, the tree and the answers stay longer.
 */
export type SessionKey = 'breadcrumbs' | 'folder_chain' | 'answers' | 'scroll' | 'row_heights' | 'sound'

/** The cache with the articles that were opened; see `storedArticles.ts` of the copies. */
export const articleCache = 'articles'

/** Keys that belong to the device and not to the user. They survive the end of a session. */
const deviceKeys: readonly string[] = [
  'theme',
  'sidebar',
  'sidebar_width',
  'density',
  'sign_up_bar',
  'playback',
  'pdf',
  'reader',
  'highlights',
]

/** Queued mutations also survive; they belong to their user. */
const survivesSession = (key: string) => deviceKeys.includes(key) || key.startsWith('outbox.')

/** Returns whether the page runs as the installed app. */
export const isInstalled = (): boolean =>
  globalThis.matchMedia?.('(display-mode: standalone)').matches ?? false

function tryStorage<T>(action: () => T, fallback: T): T {
  try {
    return action()
  } catch {
    // Some private windows deny storage; the page then works without it.
    return fallback
  }
}

/** Returns a storage of the browser as the client uses it. The event reports what other tabs change. */
const toClientStorage = (open: () => Storage): ClientStorage => ({
  getItem: key => tryStorage(() => open().getItem(key), null),
  setItem: (key, text) => tryStorage(() => open().setItem(key, text), undefined),
  removeItem: key => tryStorage(() => open().removeItem(key), undefined),
  keys: () => tryStorage(() => Object.keys(open()), []),
  onChange(listener) {
    if (typeof window !== 'undefined') window.addEventListener('storage', ({ key }) => listener(key))
  },
})
export const clientStorage = toClientStorage(() => localStorage)
export const sessionClientStorage = toClientStorage(() => sessionStorage)

export const stored = {
  get: clientStorage.getItem as (key: StoredKey) => string | null,
  set: clientStorage.setItem as (key: StoredKey, value: string) => void,
  remove: clientStorage.removeItem as (key: StoredKey) => void,
  /** Deletes all data of the user who was signed in. */
  clear: (): void =>
    tryStorage(() => {
      void globalThis.caches?.delete(articleCache).catch(() => undefined)
      for (const key of Object.keys(localStorage)) if (!survivesSession(key)) localStorage.removeItem(key)
      sessionStorage.clear()
    }, undefined),
  /** Reads a JSON value; an unreadable value counts as absent. */
  read: <T>(key: StoredKey): T | null =>
    tryStorage(() => JSON.parse(localStorage.getItem(key) ?? 'null') as T, null),
  write: (key: StoredKey, value: unknown): void => stored.set(key, JSON.stringify(value)),
}

/**
 * Returns the storage of a key: what is shown without a connection survives the window of the installed app, which is
 * on a device of the user. It ends with the session.
 */
const storageOf = (key: SessionKey): Storage =>
  (key === 'answers' || key === 'folder_chain') && isInstalled() ? localStorage : sessionStorage

/** The same for session storage. */
export const sessionStored = {
  read: <T>(key: SessionKey): T | null =>
    tryStorage(() => JSON.parse(storageOf(key).getItem(key) ?? 'null') as T, null),
  write: (key: SessionKey, value: unknown): void =>
    tryStorage(() => storageOf(key).setItem(key, JSON.stringify(value)), undefined),
  remove: (key: SessionKey): void => tryStorage(() => storageOf(key).removeItem(key), undefined),
}
