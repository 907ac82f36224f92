import type { Db } from '../../../db/db.ts'
import type { FileStore } from '../../../blobStorage/fileStore.ts'
import { copyObject } from './copyObject.ts'
import { listStoredBlobs, type StoredBlob } from './blobStore.ts'

export interface MoveResult {
  /** Files whose objects are in the new store. */
  count: number
  /** Those of them that this call copied, and their size in bytes. */
  copied: number
  bytes: number
  /** Blobs whose objects are missing in both stores, or have other bytes than they should. */
  lost: string[]
}

const blobsAtOnce = 100
const copiesAtOnce = 4

/**
 * Copies the objects of all blobs that the new store does not have, until a pass finds nothing to copy. It may be ended
 * and begun again, and servers may change blobs concurrently.
 * @param progress is called after each batch
 * @throws StoreError
 */
export async function moveFiles(
  db: Db,
  stores: { from: FileStore; to: FileStore },
  progress: (result: MoveResult) => void,
): Promise<MoveResult> {
  let copied = 0
  let bytes = 0
  for (;;) {
    const result: MoveResult = { count: 0, copied, bytes, lost: [] }
    for (let after = ''; ;) {
      const blobs = await listStoredBlobs(db.read, after, blobsAtOnce)
      const last = blobs.at(-1)
      if (!last) break
      after = last.id
      await copyAll(stores, blobs, result)
      progress(result)
    }
    if (result.copied === copied) return result
    ;({ copied, bytes } = result)
  }
}

/** Copies some at a time, and adds them to the result. After an error it waits for those that were begun. */
async function copyAll(
  { from, to }: { from: FileStore; to: FileStore },
  blobs: readonly StoredBlob[],
  result: MoveResult,
): Promise<void> {
  const waiting = blobs.values()
  const errors: unknown[] = []
  const work = async () => {
    for (const blob of waiting) {
      if (errors.length > 0) return
      const isThere = (await to.readSize(blob.id)) === blob.size
      const isCopied = !isThere && (await copyObject({ store: from, key: blob.id }, to, blob))
      if (isThere || isCopied) result.count++
      else result.lost.push(blob.id)
      if (!isCopied) continue
      result.copied++
      result.bytes += blob.size
    }
  }
  const record = (error: unknown) => void errors.push(error)
  await Promise.all(Array.from({ length: copiesAtOnce }, () => work().catch(record)))
  if (errors.length > 0) throw errors[0]
}
