import type { Db } from '../../db/db.ts'
import { classifyDatabaseError } from '../../db/databaseErrors.ts'
import { type FileStore, StoreError, UnusableStoreError } from '../../files/fileStore.ts'
import { joinStores } from '../../files/joinStores.ts'
import { type FilesConfig, openStore, type StoreKind } from '../../files/openStore.ts'
import { lockStorePlaces, readStorePlaces, setStorePlaces, type StorePlaces } from './storePlacesStore.ts'

/**
 * Opens the store of the library's files, and records which it is. After a change from a disk to a bucket or back it also
 * reads from the other one, until `files move` has moved everything.
 * @param report receives a sentence for the operator
 * @throws UnusableStoreError when a store is configured wrongly, or a folder is not the one with the library's files
 */
export async function openFiles(
  db: Db,
  config: FilesConfig,
  report: (sentence: string) => void,
): Promise<FileStore> {
  const current = await openStore(config, config.store, report)
  const { old_store_id: oldId } = await recordPlace(db, config, await readStoreId(config.store, current))
  if (oldId === null) return current
  const oldKind = toKind(oldId)
  const old = await openStore(config, oldKind, report)
  const foundId = await readStoreId(oldKind, old)
  if (foundId !== null && foundId !== oldId) throw otherFolder(config)
  report(
    `Older files are still ${oldKind === 's3' ? 'in the bucket' : 'in FILES_DIR'}. ` +
      `Move them with: npm run admin -- files move --to ${config.store}`,
  )
  return joinStores(current, old)
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
  const after = choosePlaces(before, id, config)
  if (after === before) return before
  try {
    return await db.write(async tx => {
      const places = choosePlaces(await lockStorePlaces(tx), id, config)
      await setStorePlaces(tx, places)
      return places
    })
  } catch (error) {
    if (classifyDatabaseError(error) === null) throw error
    return after
  }
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
    `FILES_DIR "${folder}" is not the folder with the files of this library: its file store-id differs. All servers need ` +
      'the same folder. If the folder was copied, copy store-id too; if it is lost, run: npm run admin -- accept-files',
  )
