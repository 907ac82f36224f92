import { type FileStore, StoreError } from '../../blobStorage/fileStore.ts'
import type { MediaFile } from '../../media/mediaTasks.ts'
import { createRangeReader } from './reading/stripFile.ts'

/** Returns an object of the store as a file that is read in ranges. */
export function openStoredFile(store: FileStore, key: string, size: number): MediaFile {
  const read = createRangeReader(store, key, size)
  return {
    size,
    async read(offset, length) {
      const bytes = await read(offset, length)
      if (bytes.length < length) throw new StoreError('lost', 'The object is shorter than its record.')
      return bytes
    },
  }
}
