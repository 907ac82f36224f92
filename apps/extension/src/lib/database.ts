import type { Disk } from './storage.ts'

// The key is here and not in `storage.local`, which content scripts of both browsers can read (T16). Web pages have no
// access to the origin of the extension.

const names = { database: 'nestmark', texts: 'texts', pieces: 'pieces' } as const

let opened: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(names.database, 2)
    request.addEventListener('upgradeneeded', () => {
      for (const name of request.result.objectStoreNames) request.result.deleteObjectStore(name)
      for (const name of [names.texts, names.pieces]) request.result.createObjectStore(name)
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
  name: 'texts' | 'pieces',
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability: 'strict' })
    const request = act(transaction.objectStore(name))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? request.error))
  })
}

/** The texts of the background: the key, the queue and its state. */
export const textDisk: Disk = {
  async readAll() {
    const [keys, texts] = await Promise.all([
      transact('texts', 'readonly', store => store.getAllKeys()),
      transact('texts', 'readonly', store => store.getAll() as IDBRequest<string[]>),
    ])
    return keys.map((key, at) => [key as string, texts[at] ?? ''])
  },
  async write(key, text) {
    if (text === null) await transact('texts', 'readwrite', store => store.delete(key))
    else await transact('texts', 'readwrite', store => store.put(text, key))
  },
}

/** The pieces of captured pages, each a text of at most some megabytes. */
export const pieceDisk = {
  put: async (id: string, number: number, text: string): Promise<void> =>
    void (await transact('pieces', 'readwrite', store => store.put(text, [id, number]))),
  /** Returns the pieces of a page in order. */
  list: (id: string): Promise<string[]> =>
    transact('pieces', 'readonly', store => store.getAll(rangeOf(id)) as IDBRequest<string[]>),
  remove: async (id: string): Promise<void> =>
    void (await transact('pieces', 'readwrite', store => store.delete(rangeOf(id)))),
  /** Returns the ids of the pages of which there are pieces. */
  async ids(): Promise<string[]> {
    const keys = await transact('pieces', 'readonly', store => store.getAllKeys())
    return [...new Set(keys.map(key => (key as [string, number])[0]))]
  },
}

const rangeOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])
