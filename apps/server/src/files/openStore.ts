import { openDiskStore } from './diskStore.ts'
import type { FileStore } from './fileStore.ts'

/** Where the bytes of files are stored. */
export interface FileStoreConfig {
  kind: 'disk'
  folder: string
}

/** The folder of the files cannot be used; the message says why. */
export class FilesDirError extends Error {
  override name = 'FilesDirError'
}

/**
 * Opens the configured store of files.
 * @throws FilesDirError when its folder cannot be created
 */
export async function openFileStore(config: FileStoreConfig): Promise<FileStore> {
  try {
    return await openDiskStore(config.folder)
  } catch (error) {
    const { message } = error as Error
    throw new FilesDirError(`FILES_DIR "${config.folder}" cannot be used: ${message}`, { cause: error })
  }
}
