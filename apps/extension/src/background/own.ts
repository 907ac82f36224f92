import { type ConnectionTracker, createConnection } from '@nestmark/client/connection'
import { createCalls } from '@nestmark/client/calls'
import { createQueue, type Queue } from '@nestmark/client/outbox/queue'
import { createTokenStore, type TokenStore } from '@nestmark/client/token'
import type { Client } from '@nestmark/contract/client'
import { textDisk } from '../lib/database.ts'
import type { Connection, State } from '../lib/state.ts'
import { type DeviceStorage, openStorage } from '../lib/storage.ts'

/** What the background has, read from the disk when it starts. */
export interface Own {
  storage: DeviceStorage
  /** The API key of the connection. It is removed when the server refuses it. */
  token: TokenStore
  tracker: ConnectionTracker
  /** Sends a request to the connected server. */
  send: typeof fetch
  calls: Client
  queue: Queue
}

let opened: Promise<Own> | undefined

/** Returns what the background has. */
export function openOwn(): Promise<Own> {
  opened ??= open()
  return opened
}

async function open(): Promise<Own> {
  const storage = await openStorage(textDisk)
  // The owner of what is queued before the first connection; the next person who connects gets it.
  if (storage.getItem('me_id') === null) storage.setItem('me_id', '')
  const token = createTokenStore(storage, () => undefined)
  const send: typeof fetch = async (path, init) => {
    const sent = new Headers(init?.headers).get('authorization')
    const answer = await sendOmitting(`${readText(storage, 'connection')?.server ?? ''}${String(path)}`, init)
    // Another key may have been connected since then.
    if (answer.status === 401 && sent === `Bearer ${token.get()}`) token.remove()
    return answer
  }
  const tracker = createConnection({ isOffline: () => !navigator.onLine, send })
  return {
    storage,
    token,
    tracker,
    send,
    calls: createCalls({ token, tracker, send }),
    queue: createQueue(storage),
  }
}

/**
 * Sends without cookies: with the permission for a host, the browser would add those of the person, and the call would not
 * be that of the key alone. A redirect is refused, because it would turn a POST into a GET.
 */
export const sendOmitting: typeof fetch = (url, init) =>
  fetch(url, { ...init, credentials: 'omit', redirect: 'error', cache: 'no-store' })

const readText = <Name extends keyof State>(storage: DeviceStorage, name: Name) => {
  const text = storage.getItem(`state.${name}`)
  return text === null ? undefined : (JSON.parse(text) as State[Name])
}

/** Returns an entry of the state of this extension; undefined without one. */
export async function readState<Name extends keyof State>(name: Name): Promise<State[Name] | undefined> {
  return readText((await openOwn()).storage, name)
}

export async function writeState<Name extends keyof State>(name: Name, value: State[Name]): Promise<void> {
  const { storage } = await openOwn()
  storage.setItem(`state.${name}`, JSON.stringify(value))
  await storage.flush()
}

export async function deleteState(name: keyof State): Promise<void> {
  const { storage } = await openOwn()
  storage.removeItem(`state.${name}`)
  await storage.flush()
}

/**
 * Reads an entry and deletes it, if it passes a check: of two concurrent callers one gets it.
 * @returns undefined when there is none, or when it does not pass
 */
export async function takeState<Name extends keyof State>(
  name: Name,
  passes: (value: State[Name]) => boolean,
): Promise<State[Name] | undefined> {
  const { storage } = await openOwn()
  const value = readText(storage, name)
  if (value === undefined || !passes(value)) return undefined
  storage.removeItem(`state.${name}`)
  return value
}

/** Stores a connection and its key in one step, so that no call has the key of one server and the address of another. */
export async function writeConnection(connection: Connection, key: string): Promise<void> {
  const { storage, token } = await openOwn()
  storage.setItem('me_id', connection.userId)
  storage.setItem('state.connection', JSON.stringify(connection))
  token.set(key)
  await storage.flush()
}

/** Removes the connection and its key in one step. */
export async function removeConnection(): Promise<void> {
  const { storage, token } = await openOwn()
  storage.setItem('me_id', '')
  storage.removeItem('state.connection')
  token.remove()
  await storage.flush()
}

/** Returns the connection, also one whose key has ended; undefined without one. */
export async function readConnection() {
  const { token } = await openOwn()
  const connection = await readState('connection')
  return connection && { ...connection, isEnded: token.get() === null }
}

/** Returns the connection that works; undefined without one. */
export async function currentConnection(): Promise<Connection | undefined> {
  const connection = await readConnection()
  return connection?.isEnded ? undefined : connection
}
