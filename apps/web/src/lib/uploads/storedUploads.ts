import type { Upload } from './upload.ts'

/** An upload with its bytes, as this browser stores it until it is done. */
export interface StoredUpload {
  id: string
  /** The user who started it. */
  user: string
  upload: Upload
  file: Blob | null
  thumbnail: Blob | null
  peaks?: number[] | undefined
}

const store = 'uploads'

let opened: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('nestmark-uploads', 1)
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(store, { keyPath: 'id' }),
    )
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
    request.addEventListener('blocked', () => reject(new Error('The database is in use.')))
  })
  opened.catch(() => (opened = undefined))
  return opened
}

async function run<Result>(
  mode: IDBTransactionMode,
  action: (rows: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode)
    const request = action(transaction.objectStore(store))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? request.error))
  })
}

/**
 * Stores an upload, so that it continues after a reload. Without room for the bytes it is stored without them, and the user
 * chooses the file again. Some private windows deny storage; the upload then ends with the page.
 */
export async function storeUpload(row: StoredUpload): Promise<void> {
  try {
    await run('readwrite', rows => rows.put(row))
  } catch {
    await run('readwrite', rows => rows.put({ ...row, file: null })).catch(() => undefined)
  }
}

export async function deleteStoredUpload(id: string): Promise<void> {
  await run('readwrite', rows => rows.delete(id)).catch(() => undefined)
}

/** Returns the stored uploads of a user, the oldest first. Deletes those of other users. */
export async function readStoredUploads(user: string): Promise<StoredUpload[]> {
  const rows: StoredUpload[] = await run('readonly', each => each.getAll()).catch(() => [])
  for (const { id } of rows.filter(row => row.user !== user)) void deleteStoredUpload(id)
  return rows.filter(row => row.user === user)
}
