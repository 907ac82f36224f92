import type { QueuedTask, QueueStore } from '../background/queue.ts'
import type { State } from './state.ts'

// The key lies here and not in `storage.local`, which content scripts of both browsers can read (T16). Web pages have no
// access to the origin of the extension.

const names = { database: 'nestmark', state: 'state', queue: 'queue' } as const

let opened: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(names.database, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(names.state)
      request.result.createObjectStore(names.queue, { keyPath: 'id', autoIncrement: true })
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => {
      opened = undefined
      reject(request.error)
    })
  })
  return opened
}

/** Runs one transaction and returns the result of its request, once it is committed. */
async function transact<T>(
  store: 'state' | 'queue',
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode)
    const request = act(transaction.objectStore(store))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? request.error))
  })
}

/** Returns an entry of the state of this extension; undefined without one. */
export async function readState<Name extends keyof State>(name: Name): Promise<State[Name] | undefined> {
  return transact(names.state, 'readonly', store => store.get(name))
}

export async function writeState<Name extends keyof State>(name: Name, value: State[Name]): Promise<void> {
  await transact(names.state, 'readwrite', store => store.put(value, name))
}

export async function deleteState(name: keyof State): Promise<void> {
  await transact(names.state, 'readwrite', store => store.delete(name))
}

/**
 * Reads an entry and deletes it in the same transaction, if it passes a check: of two concurrent callers one gets it.
 * @returns undefined when there is none, or when it does not pass
 */
export async function takeState<Name extends keyof State>(
  name: Name,
  passes: (value: State[Name]) => boolean,
): Promise<State[Name] | undefined> {
  const database = await openDatabase()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(names.state, 'readwrite')
    const store = transaction.objectStore(names.state)
    let taken: State[Name] | undefined
    const request = store.get(name) as IDBRequest<State[Name] | undefined>
    request.addEventListener('success', () => {
      if (request.result === undefined || !passes(request.result)) return
      taken = request.result
      store.delete(name)
    })
    transaction.addEventListener('complete', () => resolve(taken))
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
}

/** The queue of saves in the database. */
export const queueStore: QueueStore = {
  list: () => transact(names.queue, 'readonly', store => store.getAll() as IDBRequest<QueuedTask[]>),
  add: task => transact(names.queue, 'readwrite', store => store.add(task) as IDBRequest<number>),
  put: async task => void (await transact(names.queue, 'readwrite', store => store.put(task))),
  remove: async id => void (await transact(names.queue, 'readwrite', store => store.delete(id))),
}
