import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import type { KeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { type ClientStorage, removeWithPrefix } from '../storage.ts'
import { createStore, type Store } from '../store.ts'
import type { TokenStore } from '../token.ts'
import { createKeyNames, type KeyNames } from './keyNames.ts'

/** How long a key is stored: 0 until the window is closed, 1 until logout. */
export type KeyLifetime = 0 | 1

/** A key that is saved on this device. */
export interface SavedKey extends KeyRecord {
  /** When it was saved, in milliseconds since 1970. */
  since: number
  lifetime: KeyLifetime
}

type KeyOfCollection = Pick<KeyRecord, 'parent' | 'kid'>

const prefix = 'keys:'

/** Returns the id of a saved key: a key of several collections is saved once for each. */
export const toSavedId = ({ parent, kid }: KeyOfCollection): string => `${parent} ${kid}`

/** Returns whether two records are the same key of the same collection. */
export const isSameKey = (a: KeyOfCollection, b: KeyOfCollection): boolean => toSavedId(a) === toSavedId(b)

/** The keys that this device has for the signed-in person. */
export interface KeyRing extends Pick<Store<readonly SavedKey[]>, 'get' | 'subscribe'> {
  /** Saves keys. A key that is there already is replaced. */
  save(records: readonly KeyRecord[], lifetime: KeyLifetime, now?: number): void
  /** Replaces all keys. */
  replace(records: readonly KeyRecord[], lifetime: KeyLifetime, now?: number): void
  setLifetime(record: KeyOfCollection, lifetime: KeyLifetime): void
  remove(record: KeyOfCollection): void
  /** Removes all keys in all tabs. */
  clear(): void
  /** Sets the signed-in person, after the server has named them. Keys of other people are deleted. */
  setPerson(person: string): void
  /** Returns whether this device has a key of a collection. */
  hasKeyOf(collectionId: string): boolean
  find(kid: string): SavedKey | undefined
  /** Returns a usable key; null when this device does not have it, or its record is damaged. */
  open(kid: string): Promise<CollectionKey | null>
}

/** Where a key ring stores its keys, and what ends them. */
export interface KeyRingOptions {
  /** For keys that last until logout. Contains the ID of the signed-in user under `me_id`. */
  local: ClientStorage
  /** For keys that last until the window is closed. */
  session: ClientStorage
  /** A logout, an expired session and a deleted account remove the token, and with it all keys. */
  token: Pick<TokenStore, 'get' | 'subscribe'>
  /** Makes other tabs remove all keys. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined
}

/** Creates the key ring of a device, and the names of its keys. */
export function createKeyRing({ local, session, token, channel }: KeyRingOptions): {
  keyRing: KeyRing
  /** Calls a function whenever a key is removed from this device. */
  onKeyRemoved: (run: () => void) => void
  findKeyName: KeyNames['findKeyName']
} {
  // Keys of another person are not read.
  const personOf = () => (token.get() === null ? null : local.getItem('me_id'))
  const { findKeyName, rememberKeyNames } = createKeyNames(local, personOf)
  const storages = [session, local] as const

  function read(): readonly SavedKey[] {
    const person = personOf()
    if (person === null) return []
    return storages.flatMap((storage, lifetime) =>
      parse(storage.getItem(prefix + person), lifetime as KeyLifetime),
    )
  }
  const ring = createStore(read())
  /** Handles of the keys by key id; the page cannot read the bytes of a key out of them. */
  const handles = new Map<string, Promise<CollectionKey | null>>()
  const removalListeners = new Set<() => void>()

  function write(keys: readonly SavedKey[]): void {
    const person = personOf()
    if (person === null) return
    rememberKeyNames(keys)
    for (const [lifetime, storage] of storages.entries()) {
      const records = keys
        .filter(key => key.lifetime === lifetime)
        .map(({ key, parent, label, kid, v, since }) => ({ key, parent, label, kid, v, since }))
      storage.setItem(prefix + person, JSON.stringify(records))
    }
    reload()
  }
  function reportRemoved(): void {
    for (const run of removalListeners) run()
  }
  /** Reads the keys from storage again. */
  function reload(): void {
    const next = read()
    if (ring.get().some(({ kid }) => next.every(key => key.kid !== kid))) reportRemoved()
    const kids = new Set(next.map(({ kid }) => kid))
    for (const kid of handles.keys()) if (!kids.has(kid)) handles.delete(kid)
    ring.set(now => (JSON.stringify(now) === JSON.stringify(next) ? now : next))
  }
  function removeStored(except?: string): void {
    for (const storage of storages) removeWithPrefix(storage, prefix, except)
  }
  function clearHere(): void {
    removeStored()
    handles.clear()
    reportRemoved()
    ring.set(now => (now.length === 0 ? now : []))
  }

  token.subscribe(() => (token.get() === null ? clearHere() : reload()))
  local.onChange(key => {
    if (key?.startsWith(prefix)) reload()
  })
  channel?.addEventListener('message', clearHere)

  const find: KeyRing['find'] = kid => ring.get().find(key => key.kid === kid)
  const keyRing: KeyRing = {
    get: ring.get,
    subscribe: ring.subscribe,
    save(records, lifetime, now = Date.now()) {
      const others = ring.get().filter(key => !records.some(record => isSameKey(key, record)))
      write([...others, ...records.map(record => ({ ...record, since: now, lifetime }))])
    },
    replace: (records, lifetime, now = Date.now()) =>
      write(records.map(record => ({ ...record, since: now, lifetime }))),
    setLifetime: (record, lifetime) =>
      write(ring.get().map(key => (isSameKey(key, record) ? { ...key, lifetime } : key))),
    remove: record => write(ring.get().filter(key => !isSameKey(key, record))),
    clear() {
      channel?.postMessage('forget')
      clearHere()
    },
    setPerson(person) {
      removeStored(prefix + person)
      reload()
    },
    hasKeyOf: collectionId => ring.get().some(key => key.parent === collectionId),
    find,
    async open(kid) {
      const known = handles.get(kid)
      if (known) return known
      const record = find(kid)
      if (!record) return null
      const opening = openRecord(record)
      handles.set(kid, opening)
      return opening
    },
  }
  return { keyRing, onKeyRemoved: run => void removalListeners.add(run), findKeyName }
}

function parse(text: string | null, lifetime: KeyLifetime): SavedKey[] {
  try {
    const records = JSON.parse(text ?? '[]') as SavedKey[]
    return Array.isArray(records) ? records.map(record => ({ ...record, lifetime })) : []
  } catch {
    return []
  }
}

async function openRecord({ key, kid }: SavedKey): Promise<CollectionKey | null> {
  const { openKey, readKey } = await import('@nestmark/encryption/keys/collectionKey')
  try {
    const opened = await openKey(readKey(key))
    return opened.kid === kid ? opened : null
  } catch {
    return null
  }
}
