import type { Db, Tx } from '../../../db/db.ts'
import type { BlobRow } from '../../../db/tables/fileTables.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { repointFiles } from './adoptStore.ts'
import {
  addToCategory,
  findBlob,
  findBlobByDigest,
  replaceBlob,
  setReady,
  updateBlobUse,
} from './blobStore.ts'
import { copyObject } from './copyObject.ts'
import { addBytes, lockOwners, noChange } from './storageStore.ts'

/** The kind of the job that copies the bytes of a file to another owner. */
export const copyBlobKind = 'copyBlob'

/** Copies the bytes of a blob to one that is arriving. A copy whose source is lost is lost too. */
export function copyBlob({
  db,
  fileStore,
  now,
  events,
}: Pick<CommonServices, 'db' | 'fileStore' | 'now' | 'events'>): JobKind {
  return {
    kind: copyBlobKind,
    concurrency: 2,
    attempts: 7,
    async run(job) {
      const { blob: id } = JSON.parse(job.payload) as { blob: string }
      const blob = await findBlob(db.read, id)
      if (blob?.state !== 'arriving' || blob.copy_of === null) return
      const source = { store: fileStore, key: blob.copy_of }
      const copied = await copyObject(source, fileStore, blob)
      await db.write(tx => completeCopy(tx, blob, copied, now()))
      if (job.owner_id) events.publish({ ownerId: job.owner_id, topics: ['links'], by: null })
    },
  }
}

/** Marks a copy as failed: its files are lost. */
export async function failCopy(db: Db, id: string, now: number): Promise<void> {
  const blob = await findBlob(db.read, id)
  if (blob) await db.write(tx => completeCopy(tx, blob, false, now))
}

/** Turns the reserved bytes of a copy into stored ones, unless its owner has got the same bytes or deleted it since. */
async function completeCopy(
  tx: Tx,
  { id, owner_id: ownerId }: BlobRow,
  copied: boolean,
  now: number,
): Promise<void> {
  if (ownerId === null) return
  await lockOwners(tx, [ownerId])
  const blob = await findBlob(tx, id)
  if (blob?.state !== 'arriving' || blob.owner_id !== ownerId) return
  const same = await findBlobByDigest(tx, ownerId, blob.digest)
  if (same && (same.lost_at === null || !copied)) {
    await repointFiles(tx, ownerId, [[id, same.id]])
    await updateBlobUse(tx, [id, same.id], now)
    return
  }
  if (same) {
    // The owner's own object is lost: its files get the bytes of the copy.
    await replaceBlob(tx, same.id, id)
    await updateBlobUse(tx, [same.id, id], now)
  }
  const { category } = (await findBlob(tx, id)) ?? blob
  await setReady(tx, id, copied ? null : now)
  const change = { ...noChange(), stored: blob.size, reserved: -blob.size }
  addToCategory(change, category, blob.size)
  await addBytes(tx, new Map([[ownerId, change]]))
}
