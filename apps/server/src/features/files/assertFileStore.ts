import type { Db } from '../../db/db.ts'
import type { FileStore } from '../../files/fileStore.ts'
import { setStoreMark } from './storeMarkStore.ts'

/** The folder of the files is not the one that the library used before. */
export class FileStoreMismatchError extends Error {
  override name = 'FileStoreMismatchError'
}

/**
 * Checks that the store is the one of this library, so that a wrong or empty FILES_DIR is noticed before files are missing.
 * The first start records it.
 * @throws FileStoreMismatchError
 */
export async function assertFileStore(db: Db, store: FileStore): Promise<void> {
  const mark = await store.readMark()
  if (mark === null) return
  const known = await db.write(tx => setStoreMark(tx, mark))
  if (known !== mark)
    throw new FileStoreMismatchError(
      'FILES_DIR is another folder than the one that this library has its files in, or that folder is not mounted. ' +
        'Set FILES_DIR to the former folder. After you moved all files, or when they are lost: npm run admin -- accept-files',
    )
}
