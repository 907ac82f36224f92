import type { FileStore } from '../../../blobStorage/fileStore.ts'
import { writeObject } from '../../../blobStorage/parts.ts'
import type { StoredBlob } from './blobStore.ts'

/**
 * Copies an object under the key of a blob, within a store or between two.
 * @returns false when the object is missing or has other bytes than the blob; then there is no copy
 * @throws StoreError
 */
export async function copyObject(
  from: { store: FileStore; key: string },
  to: FileStore,
  { id, size, digest }: StoredBlob,
): Promise<boolean> {
  const stream = (await from.store.readSize(from.key)) === size ? await from.store.read(from.key) : null
  if (!stream) return false
  try {
    return (await writeObject(to, id, stream, size, digest)) === digest
  } finally {
    stream.destroy()
  }
}
