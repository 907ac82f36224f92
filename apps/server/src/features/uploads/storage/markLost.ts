import type { FileStore } from '../../../blobStorage/fileStore.ts'
import type { KeySet } from '../../../blobStorage/keySet.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { setLost, listStoredBlobs } from './blobStore.ts'
import { listLost } from './sweepStore.ts'

/** Rows of one query. */
const blobsAtOnce = 500

type Marking = Pick<CommonServices, 'db' | 'now'> & { fileStore: Pick<FileStore, 'readSize'> }

/**
 * Marks the blobs whose objects are missing as lost, and those whose objects are there again as not lost.
 * @param found the objects of the store
 * @param before newer blobs may not be among them, in milliseconds since 1970
 * @returns how many blobs are newly lost
 */
export async function markLost(
  services: Marking,
  found: KeySet,
  before: number,
  signal?: AbortSignal,
): Promise<number> {
  await clearFound(services, found, signal)
  const { db, fileStore, now } = services
  let lost = 0
  for (let after = ''; ;) {
    signal?.throwIfAborted()
    const blobs = await listStoredBlobs(db.read, after, blobsAtOnce)
    for (const { id, created_at: createdAt, lost_at: lostAt } of blobs) {
      if (lostAt !== null || createdAt > before || found.has(id)) continue
      // It may have been written or moved since.
      if ((await fileStore.readSize(id)) !== null) continue
      await db.write(tx => setLost(tx, id, now()))
      lost++
    }
    const last = blobs.at(-1)
    if (!last) return lost
    after = last.id
  }
}

/** Clears the mark of blobs whose objects are there again, at their full size. */
async function clearFound(
  { db, fileStore }: Marking,
  found: KeySet,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let after = ''; ;) {
    signal?.throwIfAborted()
    const lost = await listLost(db.read, after, blobsAtOnce)
    for (const { id, size } of lost)
      if (found.has(id) && (await fileStore.readSize(id)) === size)
        await db.write(tx => setLost(tx, id, null))
    const last = lost.at(-1)
    if (!last) return
    after = last.id
  }
}
