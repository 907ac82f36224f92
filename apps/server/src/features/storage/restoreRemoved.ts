import { pluck } from '@nestmark/core/pluck'
import type { Output } from '@nestmark/contract/operation'
import type { restoreStoredFiles } from '@nestmark/contract/storage'
import { toPlan } from '@nestmark/core/plans/plans'
import { areQuotasEnforced } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { type FileRow, isPageFile } from '../../db/tables/fileTables.ts'
import { enqueueJobs } from '../../jobs/store.ts'
import { reindexPages } from '../copies/reading/pageTexts.ts'
import { toAddPreviewJob } from '../uploads/previews/addPreview.job.ts'
import { findBlobByDigest, updateBlobUse } from '../uploads/storage/blobStore.ts'
import { insertFiles, updateFileBytes } from '../uploads/linkFileStore.ts'
import { setUnpreviewed } from '../uploads/previews/previewStore.ts'
import { toReadFileJob } from '../uploads/reading/readFile.job.ts'
import { addBytes, lockOwners, noChange } from '../uploads/storage/storageStore.ts'
import { restorableMs } from '../uploads/storage/sweepFiles.job.ts'
import {
  countRemoved,
  deleteRemoved,
  listRestorable,
  type RestorableFile,
  type RestoreOrder,
  reviveBlob,
} from './removedFileStore.ts'
import { insertVersions, listPresentVersions, restorePageTexts } from './removedVersionStore.ts'
import { toVersionKey } from './takenFileStore.ts'

const filesAtOnce = 200
/** The maximum number of page texts per call. They are unpacked and indexed in the transaction. */
const textsAtOnce = 20

/**
 * Restores files and copies of pages to their links, as many as one transaction should. The caller has locked the tree
 * of the owner.
 * @throws Refused 'undo.expired', 'plan.storage' when they exceed the quota
 */
export async function restoreRemoved(
  tx: Tx,
  given: Omit<RestoreOrder, 'since'>,
  now: number,
): Promise<Output<typeof restoreStoredFiles>> {
  const { ownerId } = given
  const order = { ...given, since: now - restorableMs }
  const found = limitToLinks(await listRestorable(tx, order, filesAtOnce))
  if (found.length === 0) refuse('undo.expired')
  const isTaken = await findTakenVersions(tx, found)
  const restored = found.filter(each => each.blob !== null && !isTaken(each))
  const blobs = await reviveBlobs(tx, ownerId, restored)
  const files = restored.map(({ file }) => ({ ...file, blob_id: blobs.get(file.blob_id) ?? file.blob_id }))
  if (files.length > 0) await insertFiles(tx, files).execute(tx)
  await updateBlobUse(tx, pluck(files, 'blob_id'), now)
  await updateFileBytes(tx, [...new Set(files.map(file => file.link_id))])
  await queueReading(tx, ownerId, files, now)
  await restoreVersions(tx, ownerId, restored)
  await deleteRemoved(
    tx,
    found.map(each => each.file.id),
  )
  const skipped = found.filter(each => !restored.includes(each))
  return {
    changed: countFiles(restored),
    copies: countCopies(restored),
    left: await countRemoved(tx, order),
    skipped: countFiles(skipped) + countCopies(skipped, restored),
  }
}

/**
 * Returns the first files, as many as one call restores. It ends after a link, so that the files of a version are restored
 * together.
 */
function limitToLinks(found: readonly RestorableFile[]): RestorableFile[] {
  const groups = [...Map.groupBy(found, each => each.file.link_id).values()]
  // More files of the last link may follow.
  if (found.length === filesAtOnce && groups.length > 1) groups.pop()
  let texts = 0
  return groups.filter(files => (texts += files.some(each => each.hasText) ? 1 : 0) <= textsAtOnce).flat()
}

const countFiles = (files: readonly RestorableFile[]) =>
  files.filter(each => each.file.kind === 'file').length

/**
 * Returns the number of versions, PDFs and screenshots.
 * @param others whose versions are not counted
 */
function countCopies(files: readonly RestorableFile[], others: readonly RestorableFile[] = []): number {
  const pages = files.filter(each => isPageFile(each.file))
  const captures = pages.filter(each => !each.removed).length
  const counted = new Set(others.map(each => toVersionKey(each.file)))
  const versions = pages.filter(each => each.removed).map(each => toVersionKey(each.file))
  return captures + new Set(versions.filter(key => !counted.has(key))).size
}

/** Returns whether the link of a file has the same version of its page again. */
async function findTakenVersions(
  tx: Tx,
  found: readonly RestorableFile[],
): Promise<(each: RestorableFile) => boolean> {
  const links = new Set(found.filter(each => each.removed).map(each => each.file.link_id))
  const present = Map.groupBy(await listPresentVersions(tx, [...links]), version => version.link_id)
  return ({ file, removed }) =>
    removed !== null &&
    (present.get(file.link_id) ?? []).some(
      ({ number, digest, mode }) =>
        number === file.position || (digest === removed.version.digest && mode === removed.version.mode),
    )
}

/** Adds the versions of restored files, and searches their texts again. */
async function restoreVersions(tx: Tx, ownerId: string, restored: readonly RestorableFile[]): Promise<void> {
  const versions = new Map(
    restored.flatMap(({ file, removed }) => (removed ? [[toVersionKey(file), removed]] : [])),
  )
  await insertVersions(tx, [...versions.values()])
  const pages = restored.filter(each => each.hasText).map(each => each.file.link_id)
  await reindexPages(tx, ownerId, await restorePageTexts(tx, [...new Set(pages)]))
}

/** Queues what the removal has interrupted, or what other files of the same bytes did not need: reading, and previews. */
async function queueReading(tx: Tx, ownerId: string, files: readonly FileRow[], now: number): Promise<void> {
  const unread = new Set(files.filter(file => file.state === 'working').map(file => file.link_id))
  const pictures = files.filter(
    ({ kind, state, media_type: type }) => kind === 'file' && state === 'ready' && type.startsWith('image/'),
  )
  const blobs = [...new Set(pictures.map(file => file.blob_id))]
  await setUnpreviewed(tx, blobs)
  const jobs = [
    ...[...unread].map(link => toReadFileJob(ownerId, link, now)),
    // The job finds out whether a picture has its preview, or needs none.
    ...blobs.map(blob => toAddPreviewJob(ownerId, blob, now)),
  ]
  if (jobs.length > 0) await enqueueJobs(tx, jobs).execute(tx)
}

/**
 * Cancels the deletion of the bytes of files, and counts them.
 * @returns the blob of each previous blob: one with the same bytes that arrived since, or the same one
 */
async function reviveBlobs(
  tx: Tx,
  ownerId: string,
  files: readonly RestorableFile[],
): Promise<Map<string, string>> {
  const used = new Map<string, string>()
  let bytes = 0
  for (const { blob } of files) {
    if (!blob || blob.state !== 'deleting' || used.has(blob.id)) continue
    const same = await findBlobByDigest(tx, ownerId, blob.digest)
    used.set(blob.id, same?.id ?? blob.id)
    if (same) continue
    await reviveBlob(tx, blob.id)
    bytes += blob.size
  }
  const [owner] = await lockOwners(tx, [ownerId])
  const limit = owner && areQuotasEnforced() ? toPlan(owner.plan).storage : Infinity
  if (owner && bytes > 0 && owner.kept_bytes + owner.reserved_bytes + bytes > limit) refuse('plan.storage')
  await addBytes(tx, new Map([[ownerId, { ...noChange(), stored: bytes }]]))
  return used
}
