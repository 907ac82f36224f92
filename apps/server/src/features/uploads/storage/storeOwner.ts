import { classifyDatabaseError } from '../../../db/databaseErrors.ts'
import type { Db } from '../../../db/db.ts'
import { newId } from '../../../db/newId.ts'
import { type FileStore, StoreError, UnusableStoreError } from '../../../blobStorage/fileStore.ts'
import { readLibraryId, setLibraryId } from './blobStore.ts'

/**
 * Makes the library the owner of a store that has none. The sweep removes objects that are not in its library, so two
 * libraries must not share a store. A store that fails, or a full or read-only database, does not prevent the start.
 * @param place names the store for the operator
 * @throws UnusableStoreError when the store belongs to another library
 */
export async function takeStore(db: Db, store: FileStore, place: string): Promise<void> {
  try {
    const id = await nameLibrary(db)
    const owner = await store.readLibrary()
    if (owner === null) await store.writeLibrary(id)
    else if (owner !== id) throw new UnusableStoreError(otherLibrary(place))
  } catch (error) {
    if (!(error instanceof StoreError) && classifyDatabaseError(error) === null) throw error
  }
}

/** Makes the library the owner of a store, in place of the previous one. */
export async function replaceOwner(db: Db, store: FileStore): Promise<void> {
  await store.writeLibrary(await nameLibrary(db))
}

/** Returns whether the store is that of another library. */
export async function isForeign(db: Db, store: FileStore): Promise<boolean> {
  const owner = await store.readLibrary()
  return owner !== null && owner !== (await readLibraryId(db.read))
}

/** Returns whether the store is known to be that of this library. */
export async function isOwn(db: Db, store: FileStore): Promise<boolean> {
  const id = await readLibraryId(db.read)
  return id !== null && (await store.readLibrary()) === id
}

export const otherLibrary = (place: string): string =>
  `${place} has the files of another library, which would be removed. Give each library its own place. ` +
  'If this library replaces the other one, as after a restore: npm run admin -- accept-files'

async function nameLibrary(db: Db): Promise<string> {
  const known = await readLibraryId(db.read)
  if (known !== null) return known
  const id = newId()
  return db.write(async tx => {
    await setLibraryId(tx, id)
    return (await readLibraryId(tx)) ?? id
  })
}
