import { partBytes } from '@nestmark/contract/files'
import type { FileStore } from '../../files/fileStore.ts'
import { hashStream, joinDigests, splitParts } from './measuredStream.ts'
import type { StoredBlob } from './storePlacesStore.ts'

/**
 * Copies an object under the key of a blob, within a store or between two.
 * @returns 'missing' when the object is missing or has another size, 'changed' when it has other bytes; then nothing is
 * left of the copy
 * @throws StoreError
 */
export async function copyObject(
  from: { store: FileStore; key: string },
  to: FileStore,
  blob: StoredBlob,
): Promise<'copied' | 'missing' | 'changed'> {
  const stream = (await from.store.readSize(from.key)) === blob.size ? await from.store.read(from.key) : null
  if (!stream) return 'missing'
  const uploadId = await to.begin(blob.id)
  try {
    const parts: { number: number; tag: string }[] = []
    const digests: string[] = []
    for await (const { number, length, bytes } of splitParts(stream, blob.size, partBytes)) {
      const hashed = hashStream(bytes)
      const place = { number: number - 1, offset: (number - 1) * partBytes, size: length }
      parts.push({
        number: place.number,
        tag: await to.writePart(blob.id, uploadId, place, hashed.stream),
      })
      digests.push(hashed.digest())
    }
    if (joinDigests(digests) !== blob.digest) {
      await to.abort(blob.id, uploadId)
      return 'changed'
    }
    await to.finish(blob.id, uploadId, parts)
    return 'copied'
  } catch (error) {
    await to.abort(blob.id, uploadId).catch(() => undefined)
    throw error
  } finally {
    stream.destroy()
  }
}
