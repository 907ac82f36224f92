import { refuse } from '../../access/refuse.ts'
import type { Db } from '../../db/db.ts'
import { classifyDatabaseError } from '../../db/databaseErrors.ts'
import { type FileStore, StoreError, UnusableStoreError } from '../../blobStorage/fileStore.ts'
import { joinStores } from '../../blobStorage/joinStores.ts'
import { openStore } from '../../blobStorage/openStore.ts'
import type { FilesConfig, StoreKind } from '../../blobStorage/storeConfig.ts'
import { takeStore } from './storage/storeOwner.ts'
import {
  hasBlobs,
  lockStorePlaces,
  readStorePlaces,
  setStorePlaces,
  type StorePlaces,
} from './storage/blobStore.ts'

/**
 * Opens the store of the library's files for a server, and records which it is. After a change from a disk to a bucket or
 * back it also reads from the other one, until `files move` has moved everything.
 * @param report receives a sentence for the operator
 * @throws UnusableStoreError when a store is configured wrongly, or a folder is not the one with the library's files
 */
export async function openFiles(
  db: Db,
  config: FilesConfig,
  report: (sentence: string) => void,
): Promise<FileStore> {
  const current = await openStore(config, config.store, report)
  const id = await readStoreId(config.store, current)
  const { old_store_id: oldId } = await recordPlace(db, config, id)
  await takeStore(db, current, placeOf(config, config.store))
  if (oldId === null) return current
  report(
    `Older files are still ${toKind(oldId) === 's3' ? 'in the bucket' : 'in FILES_DIR'}. ` +
      `Move them with: npm run admin -- files move --to ${config.store}`,
  )
  const old = await openRecorded(config, oldId, report)
  await takeStore(db, old, placeOf(config, toKind(oldId)))
  return joinStores(current, old)
}

/** Names a store for the operator. */
export const placeOf = ({ folder, s3 }: FilesConfig, kind: StoreKind): string =>
  kind === 's3' ? `S3_BUCKET "${s3?.bucket}" under S3_PREFIX "${s3?.prefix}"` : `FILES_DIR "${folder}"`

/**
 * Opens the store that servers have recorded, for a command. Without a record, as after a restore, it is the configured one.
 * @throws UnusableStoreError, as `openFiles`
 */
export async function openRecordedFiles(
  db: Db,
  config: FilesConfig,
  report: (sentence: string) => void,
): Promise<FileStore> {
  const { store_id: id, old_store_id: oldId } = await readStorePlaces(db.read)
  if (id === null) return openStore(config, config.store, report)
  const current = await openRecorded(config, id, report)
  return oldId === null ? current : joinStores(current, await openRecorded(config, oldId, report))
}

/** Opens the store with an id. */
export async function openRecorded(
  config: FilesConfig,
  id: string,
  report: (sentence: string) => void,
): Promise<FileStore> {
  const kind = toKind(id)
  const store = await openStore(config, kind, report)
  const found = await readStoreId(kind, store)
  if (found !== null && found !== id) throw otherFolder(config)
  return store
}

/** Returns the kind of the store with an id. */
export const toKind = (storeId: string): StoreKind => (storeId === 's3' ? 's3' : 'disk')

/** Returns what identifies a store; null when a full disk takes no mark. */
async function readStoreId(kind: StoreKind, store: FileStore): Promise<string | null> {
  if (kind === 's3') return 's3'
  try {
    return await store.readMark()
  } catch (error) {
    if (error instanceof StoreError && error.reason === 'full') return null
    throw error
  }
}

/** Records the store of new objects. A full or read-only database does not prevent the start. */
async function recordPlace(db: Db, config: FilesConfig, id: string | null): Promise<StorePlaces> {
  const before = await readStorePlaces(db.read)
  if (id === null) return before
  const isEmpty = !(await hasBlobs(db.read))
  const after = isEmpty ? takePlace(before, id) : choosePlaces(before, id, config)
  if (after === before) return before
  try {
    return await db.write(async tx => {
      const recorded = await lockStorePlaces(tx)
      const places = (await hasBlobs(tx)) ? choosePlaces(recorded, id, config) : takePlace(recorded, id)
      await setStorePlaces(tx, places)
      return places
    })
  } catch (error) {
    if (classifyDatabaseError(error) === null) throw error
    return after
  }
}

/** Returns the places of a library without bytes: nothing can be missing, so the store of the last start counts. */
const takePlace = (before: StorePlaces, id: string): StorePlaces =>
  before.store_id === id && before.old_store_id === null ? before : { store_id: id, old_store_id: null }

/**
 * Refuses an upload when another server has started with another folder since. Its files would be missing there.
 * @throws Refused 'files.storeAway'
 */
export async function requireSameStore(db: Db, store: FileStore): Promise<void> {
  const mark = await readStoreId('disk', store)
  if (mark === null) return
  const { store_id: id, old_store_id: oldId } = await readStorePlaces(db.read)
  if (id !== null && id !== mark && oldId !== mark && toKind(id) === 'disk') refuse('files.storeAway')
}

function choosePlaces(before: StorePlaces, id: string, config: FilesConfig): StorePlaces {
  const { store_id: storeId, old_store_id: oldId } = before
  if (storeId === id) return before
  if (storeId === null) return { store_id: id, old_store_id: null }
  if (oldId === id || (oldId === null && toKind(storeId) !== toKind(id)))
    return { store_id: id, old_store_id: storeId }
  throw otherFolder(config)
}

const otherFolder = ({ folder }: FilesConfig) =>
  new UnusableStoreError(
    `FILES_DIR "${folder}" is another folder than the one with the files of this library, or that folder is not mounted. ` +
      'All servers need the same folder, with its file store-id. After you moved all files, or when they are lost: ' +
      'npm run admin -- accept-files',
  )
