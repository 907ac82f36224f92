import type { CollectionKey } from '@nestmark/encryption/collectionKey'
import type { KeyRecord } from '@nestmark/encryption/keyRecord'
import { sessionStored, stored } from '../storage.ts'
import { createStore, useStore } from '../store.ts'
import { token } from '../token.ts'
import { rememberKeyNames } from './keyNames.ts'
import type { ToWorker } from './openFileMessages.ts'

/** How long a key is stored: 0 until the window is closed, 1 until logout. */
export type KeyLifetime = 0 | 1

/** A key that is saved in this browser. */
export interface SavedKey extends KeyRecord {
  /** When it was saved, in milliseconds since 1970. */
  since: number
  kept: KeyLifetime
}

const prefix = 'keys:'
const channelName = 'nestmark-keys'

/** Returns the person whose keys are read. Those of another person are not read. */
const personOf = () => (token.get() === null ? null : stored.get('me_id'))

function parse(text: string | null, kept: KeyLifetime): SavedKey[] {
  try {
    const records = JSON.parse(text ?? '[]') as SavedKey[]
    return Array.isArray(records) ? records.map(record => ({ ...record, kept })) : []
  } catch {
    return []
  }
}

function read(): readonly SavedKey[] {
  const person = personOf()
  if (person === null) return []
  return [
    ...parse(sessionStored.getPrefixed(prefix, person), 0),
    ...parse(stored.getPrefixed(prefix, person), 1),
  ]
}

const ring = createStore(read())
/** Handles of the keys by key id; the page cannot read the bytes of a key out of them. */
const handles = new Map<string, Promise<CollectionKey | null>>()
const channel =
  typeof BroadcastChannel === 'undefined' || typeof window === 'undefined'
    ? undefined
    : new BroadcastChannel(channelName)

function write(keys: readonly SavedKey[]): void {
  const person = personOf()
  if (person === null) return
  const toText = (lifetime: KeyLifetime) =>
    JSON.stringify(
      keys
        .filter(({ kept }) => kept === lifetime)
        .map(({ key, parent, label, kid, v, since }) => ({ key, parent, label, kid, v, since })),
    )
  rememberKeyNames(keys)
  sessionStored.setPrefixed(prefix, person, toText(0))
  stored.setPrefixed(prefix, person, toText(1))
  reload()
}

const removalListeners = new Set<() => void>()

/** Calls a function whenever a key is removed from this browser. */
export function onKeyRemoved(run: () => void): void {
  removalListeners.add(run)
}

function reportRemoved(): void {
  for (const run of removalListeners) run()
  // The service worker decrypts files for any page.
  if (typeof navigator !== 'undefined')
    navigator.serviceWorker?.controller?.postMessage({ kind: 'forgetFiles' } satisfies ToWorker)
}

/** Reads the keys from storage again. */
function reload(): void {
  const next = read()
  if (ring.get().some(({ kid }) => next.every(key => key.kid !== kid))) reportRemoved()
  const kids = new Set(next.map(({ kid }) => kid))
  for (const kid of handles.keys()) if (!kids.has(kid)) handles.delete(kid)
  ring.set(now => (JSON.stringify(now) === JSON.stringify(next) ? now : next))
}

function clearHere(): void {
  sessionStored.removeWithPrefix(prefix)
  stored.removeWithPrefix(prefix)
  handles.clear()
  reportRemoved()
  ring.set(now => (now.length === 0 ? now : []))
}

if (typeof window !== 'undefined') {
  // A logout, an expired session and a deleted account remove the token, in every tab.
  token.subscribe(() => (token.get() === null ? clearHere() : reload()))
  window.addEventListener('storage', event => {
    if (event.key?.startsWith(prefix)) reload()
  })
  channel?.addEventListener('message', () => clearHere())
}

/** Returns the id of a saved key: a key of several collections is saved once for each. */
export const toSavedId = ({ parent, kid }: Pick<KeyRecord, 'parent' | 'kid'>): string => `${parent} ${kid}`

/** Returns whether two records are the same key of the same collection. */
export const isSameKey = (
  a: Pick<KeyRecord, 'parent' | 'kid'>,
  b: Pick<KeyRecord, 'parent' | 'kid'>,
): boolean => toSavedId(a) === toSavedId(b)

/** The keys that this browser has for the signed-in person. */
export const keyRing = {
  get: ring.get,
  subscribe: ring.subscribe,
  /** Saves keys. A key that is there already is replaced. */
  save(records: readonly KeyRecord[], kept: KeyLifetime, now = Date.now()): void {
    const others = ring.get().filter(key => !records.some(record => isSameKey(key, record)))
    write([...others, ...records.map(record => ({ ...record, since: now, kept }))])
  },
  /** Replaces all keys. */
  replace(records: readonly KeyRecord[], kept: KeyLifetime, now = Date.now()): void {
    write(records.map(record => ({ ...record, since: now, kept })))
  },
  setLifetime(record: Pick<KeyRecord, 'parent' | 'kid'>, kept: KeyLifetime): void {
    write(ring.get().map(key => (isSameKey(key, record) ? { ...key, kept } : key)))
  },
  remove(record: Pick<KeyRecord, 'parent' | 'kid'>): void {
    write(ring.get().filter(key => !isSameKey(key, record)))
  },
  /** Removes all keys in all tabs. */
  clear(): void {
    channel?.postMessage('forget')
    clearHere()
  },
  /** Sets the signed-in person, after the server has named them. Keys of other people are deleted. */
  setPerson(person: string): void {
    sessionStored.removeWithPrefix(prefix, person)
    stored.removeWithPrefix(prefix, person)
    reload()
  },
  /** Returns whether this browser has a key of a collection. */
  hasKeyOf: (collectionId: string): boolean => ring.get().some(key => key.parent === collectionId),
  find: (kid: string): SavedKey | undefined => ring.get().find(key => key.kid === kid),
  /** Returns a usable key; null when this browser does not have it, or its record is damaged. */
  async open(kid: string): Promise<CollectionKey | null> {
    const known = handles.get(kid)
    if (known) return known
    const record = keyRing.find(kid)
    if (!record) return null
    const opening = openRecord(record)
    handles.set(kid, opening)
    return opening
  },
}

async function openRecord({ key, kid }: SavedKey): Promise<CollectionKey | null> {
  const { openKey, readKey } = await import('@nestmark/encryption/collectionKey')
  try {
    const opened = await openKey(readKey(key))
    return opened.kid === kid ? opened : null
  } catch {
    return null
  }
}

/** Returns the saved keys; the component renders again when they change. */
export function useKeys(): readonly SavedKey[] {
  return useStore(ring)
}
