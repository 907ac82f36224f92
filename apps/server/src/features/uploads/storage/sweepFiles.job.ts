import { pluck } from '@nestmark/core/pluck'
import type { Db, Tx } from '../../../db/db.ts'
import type { StoredObject } from '../../../blobStorage/fileStore.ts'
import { KeySet } from '../../../blobStorage/keySet.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import { enqueue, hasUnfinishedJobOfKind, isQueued } from '../../../jobs/store.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { sweepDelayMs, updateBlobUse } from './blobStore.ts'
import { failCopy } from './copyBlob.job.ts'
import { expireUploads, removeParts } from '../receiving/endUploads.ts'
import { markLost } from './markLost.ts'
import { previewsOf } from '../previews/previewStore.ts'
import { lockOwners } from './storageStore.ts'
import { isOwn } from './storeOwner.ts'
import {
  claimListing,
  deleteBlobs,
  deleteExpiredRemovals,
  listDeletable,
  listStuckCopies,
  listUnused,
  readHold,
  unknownKeys,
} from './sweepStore.ts'
import { deleteUploads, listEnded, ownersOfExpired } from '../receiving/uploadStore.ts'

export const sweepFilesKind = 'sweepFiles'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** How long removed files can be restored, in milliseconds. */
export const restorableMs = day
/** Rows of one transaction, and objects of one request to the store. */
const sliceSize = 100
const keysAtOnce = 500

type Sweeping = Pick<CommonServices, 'db' | 'fileStore' | 'now'>

/**
 * Removes what is no longer used: the parts of ended uploads, the objects of blobs an hour after their last use, and
 * once a day objects that are not in the database. Files whose objects are missing are marked then. It works in short
 * slices.
 * @param report receives a sentence for the operator
 */
export function sweepFiles(services: Sweeping, report: (sentence: string) => void): JobKind {
  return {
    kind: sweepFilesKind,
    // These jobs have no owner.
    attempts: 4,
    cleanUp: () => queueSweep(services),
    async run(_job, signal) {
      const lost = await sweep(services, signal)
      if (lost > 0) report(`${lost} files are missing in the store. "integrity --files" lists them.`)
    },
  }
}

/** Queues a sweep, unless one waits. */
export async function queueSweep({ db, now }: Pick<CommonServices, 'db' | 'now'>): Promise<void> {
  await db.write(async tx => {
    if (!(await hasUnfinishedJobOfKind(tx, sweepFilesKind)))
      await enqueue(tx, { ownerId: null, kind: sweepFilesKind, payload: {}, now: now() })
  })
}

/** Queues a sweep of what a transaction deletes. A running one may have passed its part. */
export async function queueSweepAtOnce(tx: Tx, now: number): Promise<void> {
  if (!(await isQueued(tx, sweepFilesKind, { to: now })))
    await enqueue(tx, { ownerId: null, kind: sweepFilesKind, payload: {}, now })
}

/** Queues a sweep within a minute after an upload expires. */
export async function queueSweepAfter(tx: Tx, expiresAt: number, now: number): Promise<void> {
  const runAfter = Math.ceil(expiresAt / minute) * minute
  if (!(await isQueued(tx, sweepFilesKind, { from: runAfter, to: runAfter })))
    await enqueue(tx, { ownerId: null, kind: sweepFilesKind, payload: {}, now, runAfter })
}

/**
 * Sweeps once.
 * @param signal stops between two slices
 * @returns how many files were found to be missing
 * @throws StoreError when the store does not answer; the job is retried
 */
export async function sweep(services: Sweeping, signal?: AbortSignal): Promise<number> {
  const { db, fileStore, now } = services
  const slices = [
    endExpired,
    endClaimed,
    endStuckCopies,
    endUnused,
    endRemovals,
    () => removeEnded(services, 'cancelled'),
    () => removeEnded(services, 'expired'),
    removeDeleting,
  ]
  for (const slice of slices)
    do signal?.throwIfAborted()
    while (!(await isHeld(services)) && (await slice(services)))
  if ((await isHeld(services)) || !(await isOwn(db, fileStore))) return 0
  const begunAt = now()
  if (!(await db.write(tx => claimListing(tx, begunAt - day, begunAt)))) return 0
  const found = new KeySet()
  let objects: StoredObject[] = []
  for await (const object of fileStore.list()) {
    objects.push(object)
    if (object.uploadId === undefined) found.add(object.key)
    if (objects.length < keysAtOnce) continue
    signal?.throwIfAborted()
    await removeStrays(services, objects)
    objects = []
  }
  await removeStrays(services, objects)
  return markLost(services, found, begunAt - hour, signal)
}

const isHeld = async ({ db, now }: { db: Db; now: () => number }) => (await readHold(db.read)) > now()

/** Ends the expired uploads of some owners. Returns whether there may be more, as do the other slices. */
async function endExpired({ db, now }: Sweeping): Promise<boolean> {
  const owners = await ownersOfExpired(db.read, now(), sliceSize)
  for (const ownerId of owners)
    await db.write(async tx => {
      await lockOwners(tx, [ownerId])
      await expireUploads(tx, ownerId, now())
    })
  return owners.length === sliceSize
}

/** Deletes the rows of uploads that became files long ago. */
async function endClaimed({ db, now }: Sweeping): Promise<boolean> {
  const claimed = await listEnded(db.read, 'claimed', now(), sliceSize)
  const ids = claimed.map(upload => upload.id)
  if (ids.length > 0) await db.write(tx => deleteUploads(tx, ids))
  return ids.length === sliceSize
}

/** Marks copies as failed that could not be made in a day. */
async function endStuckCopies({ db, now }: Sweeping): Promise<boolean> {
  const stuck = await listStuckCopies(db.read, now() - day, sliceSize)
  for (const id of stuck) await failCopy(db, id, now())
  return stuck.length === sliceSize
}

/** Frees blobs that no file has. */
async function endUnused({ db, now }: Sweeping): Promise<boolean> {
  const unused = await listUnused(db.read, now() - hour, sliceSize)
  const owners = unused.flatMap(blob => blob.owner_id ?? [])
  if (unused.length > 0)
    await db.write(async tx => {
      await lockOwners(tx, owners)
      await updateBlobUse(tx, pluck(unused, 'id'), now())
    })
  return unused.length === sliceSize
}

/** Deletes the records of removed files that can no longer be restored; they contain names and texts. */
async function endRemovals({ db, now }: Sweeping): Promise<boolean> {
  const expired = now() - restorableMs
  return (await db.write(tx => deleteExpiredRemovals(tx, expired, sliceSize))) === sliceSize
}

/** Removes the parts of ended uploads. */
async function removeEnded(services: Sweeping, state: 'cancelled' | 'expired'): Promise<boolean> {
  const ended = await listEnded(services.db.read, state, services.now(), sliceSize)
  await removeParts(services, ended)
  const ids = ended.map(upload => upload.id)
  if (ids.length > 0) await services.db.write(tx => deleteUploads(tx, ids))
  return ended.length === sliceSize
}

/**
 * Removes the objects of blobs that nothing uses since an hour, and of their previews, then their rows. Bytes of removed
 * files stay as long as these can be restored.
 */
async function removeDeleting({ db, fileStore, now }: Sweeping): Promise<boolean> {
  const ids = await listDeletable(
    db.read,
    { before: now() - sweepDelayMs, restorableSince: now() - restorableMs },
    sliceSize,
  )
  if (ids.length === 0) return false
  const removed = [...ids, ...(await previewsOf(db.read, ids))]
  await fileStore.remove(removed)
  await db.write(tx => deleteBlobs(tx, removed))
  return ids.length === sliceSize
}

/** Removes objects that are not in the database. Younger ones may belong to a call that has not recorded them yet. */
async function removeStrays(
  { db, fileStore, now }: Sweeping,
  objects: readonly StoredObject[],
): Promise<void> {
  const old = objects.filter(({ writtenAt }) => writtenAt <= now() - hour)
  const unknown = await unknownKeys(
    db.read,
    old.flatMap(({ key, uploadId }) => (uploadId === undefined ? [key] : [key, uploadId])),
    now(),
  )
  const strays = old.filter(
    ({ key, uploadId }) => unknown.has(key) && (uploadId === undefined || unknown.has(uploadId)),
  )
  for (const { key, uploadId } of strays) if (uploadId !== undefined) await fileStore.abort(key, uploadId)
  await fileStore.remove(strays.flatMap(({ key, uploadId }) => (uploadId === undefined ? [key] : [])))
}
