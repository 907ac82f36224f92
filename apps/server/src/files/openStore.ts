import { openDiskStore } from './diskStore.ts'
import type { FileStore } from './fileStore.ts'

/** Where the bytes of files are stored. */
export interface FileStoreConfig {
  kind: 'disk'
  folder: string
}

/** Opens the configured store of files. */
export function openFileStore(config: FileStoreConfig): Promise<FileStore> {
  return openDiskStore(config.folder)
}
