import { toPlan } from '@nestmark/core/plans/plans'
import { areQuotasEnforced } from '../../../access/planQuotas.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { newId } from '../../../db/newId.ts'
import { enqueueJobs } from '../../../jobs/store.ts'
import {
  type ForeignBlob,
  foreignBlobs,
  repointFiles,
  setOwnerOfBlobs,
  copyFileBytes,
  idsOfLinks,
} from './adoptStore.ts'
import { addToCategory, insertBlob, updateBlobUse } from './blobStore.ts'
import { copyBlobKind } from './copyBlob.job.ts'
import { addBytes, type BytesChange, changeOf, lockOwners } from './storageStore.ts'
import { pluck } from '@nestmark/core/pluck'
import { assertDefined } from '@nestmark/core/assertDefined'
import { filesOfLinks, insertFiles } from '../linkFileStore.ts'
import { toReadFileJob } from '../reading/readFile.job.ts'

/**
 * Copies the files of links to new links of an owner. Within one library they share their bytes; a job copies those of
 * other libraries.
 * @param links the source of each new link, and the new link's sequence number
 * @throws Refused 'plan.storage' when the owner's plan has no room for them
 */
export async function copyFiles(
  tx: Tx,
  ownerId: string,
  links: readonly { from: string; seq: number }[],
  now: number,
): Promise<void> {
  if (links.length === 0) return
  await lockOwners(tx, [ownerId])
  const ids = await idsOfLinks(tx, pluck(links, 'seq'))
  const copies = new Map(links.map(({ from, seq }) => [from, assertDefined(ids.get(seq), 'link')]))
  const sources = await filesOfLinks(tx, [...copies.keys()])
  const files = sources.map(file => ({
    ...file,
    id: newId(),
    owner_id: ownerId,
    link_id: assertDefined(copies.get(file.link_id), 'copy'),
    created_at: now,
    opened_at: null,
  }))
  if (files.length === 0) return
  await insertFiles(tx, files).execute(tx)
  await copyFileBytes(tx, [...copies])
  await adoptBlobs(tx, ownerId, [...new Set(files.map(file => file.blob_id))], now)
  const unread = new Set(files.filter(file => file.state === 'working').map(file => file.link_id))
  if (unread.size > 0)
    await enqueueJobs(
      tx,
      [...unread].map(link => toReadFileJob(ownerId, link, now)),
    ).execute(tx)
}

/**
 * Gives an owner the bytes of files that came from another library: the owner's own blob with the same bytes, else the
 * blob itself when its owner does not use it any more (then both owners' rows must be locked), else a copy that a job
 * makes.
 * @param blobIds the blobs of these files; the owner's own ones stay
 * @throws Refused 'plan.storage' when the owner's plan has no room for them
 */
export async function adoptBlobs(
  tx: Tx,
  ownerId: string,
  blobIds: readonly string[],
  now: number,
): Promise<void> {
  if (blobIds.length === 0) return
  await lockOwners(tx, [ownerId])
  const blobs = await foreignBlobs(tx, ownerId, blobIds)
  const foreign = new Set(blobs.map(blob => blob.id))
  const pairs: [string, string][] = []
  const moved: string[] = []
  const copies: string[] = []
  const changes = new Map<string, BytesChange>()
  for (const blob of blobs) {
    if (blob.own !== null && !blob.ownLost) pairs.push([blob.id, blob.own])
    else if (!blob.inUse && blob.own === null) {
      moved.push(blob.id)
      if (blob.owner_id !== null) count(changes, blob.owner_id, blob, -1)
      count(changes, ownerId, blob, 1)
    } else {
      const id = await insertCopy(tx, ownerId, blob, now)
      pairs.push([blob.id, id])
      copies.push(id)
      changeOf(changes, ownerId).reserved += blob.size
    }
  }
  await setOwnerOfBlobs(tx, moved, ownerId)
  await repointFiles(tx, ownerId, pairs)
  await addBytes(tx, changes)
  await requireRoom(tx, ownerId, changes.get(ownerId))
  // What its own owner still uses has not changed.
  const left = blobs.filter(blob => !blob.inUse).map(blob => blob.id)
  const own = blobIds.filter(id => !foreign.has(id))
  await updateBlobUse(tx, [...left, ...own, ...pairs.map(([, to]) => to)], now)
  if (copies.length > 0)
    await enqueueJobs(
      tx,
      copies.map(blob => ({ ownerId, kind: copyBlobKind, payload: { blob }, now })),
    ).execute(tx)
}

async function insertCopy(tx: Tx, ownerId: string, blob: ForeignBlob, now: number): Promise<string> {
  const { digest, size, media_type } = blob
  const id = newId()
  // A copy that is not made yet has no bytes to copy.
  const source = blob.state === 'arriving' ? (blob.copy_of ?? blob.id) : blob.id
  await insertBlob(tx, { id, owner_id: ownerId, digest, size, media_type, created_at: now, copy_of: source })
  return id
}

function count(changes: Map<string, BytesChange>, ownerId: string, blob: ForeignBlob, by: 1 | -1): void {
  const change = changeOf(changes, ownerId)
  if (blob.state === 'arriving') change.reserved += by * blob.size
  else {
    change.stored += by * blob.size
    addToCategory(change, blob.category, by * blob.size)
  }
}

/** Checks the plan after the bytes are added, while the owner's row is locked. */
async function requireRoom(tx: Tx, ownerId: string, added: BytesChange | undefined): Promise<void> {
  if (!areQuotasEnforced() || !added || added.stored + added.reserved <= 0) return
  const [owner] = await lockOwners(tx, [ownerId])
  if (owner && owner.kept_bytes + owner.reserved_bytes > toPlan(owner.plan).storage) refuse('plan.storage')
}
