import { token } from '../browser/token.ts'
import type { Sealing } from './sending/sealing.ts'
import type { Upload } from './upload.ts'

/** The state of an upload, as this browser stores it until it is done. */
export interface StoredUpload {
  id: string
  /** The user who started it. */
  user: string
  upload: Upload
  /** The key of its present attempt, where it is not its ID. */
  requestKey?: string | undefined
  /** The ID of the upload on the server, when it has begun. */
  uploadId?: string | undefined
  /** The start was requested from the server. */
  hasBegun?: boolean | undefined
  peaks?: number[] | undefined
  /** False before the file was checked. Previous versions of the page stored checked files only. */
  isChecked?: boolean
  root: string
  sealing?: Sealing | null | undefined
}

/** The bytes of an upload, stored apart from its state, which changes often. */
export interface StoredFile {
  id: string
  file: Blob
  thumbnail: Blob | null
}

type StoreName = 'uploads' | 'files'

let opened: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('nestmark-uploads', 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('uploads', { keyPath: 'id' })
      request.result.createObjectStore('files', { keyPath: 'id' })
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
    request.addEventListener('blocked', () => reject(new Error('The database is in use.')))
  })
  opened.catch(() => (opened = undefined))
  return opened
}

async function run<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  action: (rows: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode)
    const request = action(transaction.objectStore(name))
    // A reload aborts transactions that are not committed: a cancelled upload would return.
    transaction.commit()
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? request.error))
  })
}

// Some private windows deny storage, and a disk may be full: the upload then ends with the page.
const ignore = () => undefined

/** Stores the state of an upload, so that it continues after a reload. */
export async function storeUpload(row: StoredUpload): Promise<void> {
  await run('uploads', 'readwrite', rows => rows.put(row)).catch(ignore)
}

/** Stores the bytes of an upload. Without room the user chooses the file again after a reload. */
export async function storeFile(row: StoredFile): Promise<void> {
  await run('files', 'readwrite', rows => rows.put(row)).catch(ignore)
}

export async function deleteStoredUpload(id: string): Promise<void> {
  const names: StoreName[] = ['uploads', 'files']
  await Promise.all(names.map(name => run(name, 'readwrite', rows => rows.delete(id)).catch(ignore)))
}

// A logout and an expired session remove the keys, so what was to be encrypted must not stay on this device either.
if (typeof window !== 'undefined')
  token.subscribe(() => {
    if (token.get() === null) void deleteEncrypted()
  })

async function deleteEncrypted(): Promise<void> {
  const rows: StoredUpload[] = await run('uploads', 'readonly', each => each.getAll()).catch(() => [])
  for (const { id, sealing } of rows) if (sealing) void deleteStoredUpload(id)
}

/** Returns the stored uploads of a user with their bytes. Deletes those of other users. */
export async function readStoredUploads(
  user: string,
): Promise<(StoredUpload & Partial<Omit<StoredFile, 'id'>>)[]> {
  const rows: StoredUpload[] = await run('uploads', 'readonly', each => each.getAll()).catch(() => [])
  for (const { id } of rows.filter(row => row.user !== user)) void deleteStoredUpload(id)
  return Promise.all(
    rows
      .filter(row => row.user === user)
      .map(async row => ({
        ...((await run('files', 'readonly', files => files.get(row.id)).catch(ignore)) as
          | StoredFile
          | undefined),
        ...row,
      })),
  )
}
