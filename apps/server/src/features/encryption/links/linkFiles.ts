import { assertDefined } from '@nestmark/core/assertDefined'
import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../../access/actor.ts'
import { refuse } from '../../../access/refuse.ts'
import type { LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import type { FileRow } from '../../../db/tables/fileTables.ts'
import { enqueueJobs } from '../../../jobs/store.ts'
import { hastenDeletion, sweepDelayMs, updateBlobUse } from '../../uploads/storage/blobStore.ts'
import {
  type ClaimedFiles,
  claimUploads,
  finishClaims,
  toNewFiles,
} from '../../uploads/receiving/claimUploads.ts'
import {
  blobsOfLinks,
  deleteFilesOfLinks,
  filesOfLinks,
  insertFiles,
  setSealed,
  updateFileBytes,
} from '../../uploads/linkFileStore.ts'
import { toReadFileJob } from '../../uploads/reading/readFile.job.ts'
import { queueSweepAtOnce } from '../../uploads/storage/sweepFiles.job.ts'
import { deleteClaimed } from '../../uploads/receiving/uploadStore.ts'
import { parseFileKey } from '../../uploads/receiving/uploadType.ts'
import { deleteRemovedFiles } from '../wiping/wipeStore.ts'
import type { ChangedLink } from './linkChanges.ts'

/** The uploads that replace the files of links, by the ids of the links. */
export type NewFiles = ReadonlyMap<string, ClaimedFiles>

/** Returns whether the files of a link stay, with new envelopes. */
const isResealed = ({ link, change }: ChangedLink) => link.key_id !== null && change.enc === 1

/**
 * Checks that a change names each file of each link, in order, and claims the uploads that replace files.
 * @throws Refused 'encryption.filesMissing' otherwise, and the refusals of `claimUploads`
 */
export async function claimFiles(
  tx: Tx,
  actor: Actor,
  changed: readonly ChangedLink[],
  now: number,
): Promise<NewFiles> {
  const ids = changed.map(({ link }) => link.id)
  const found = (await filesOfLinks(tx, ids)).filter(file => file.kind === 'file')
  const files = Map.groupBy(found, file => file.link_id)
  for (const each of changed)
    if (!isComplete(each, files.get(each.link.id) ?? [])) refuse('encryption.filesMissing')
  const replaced = changed.filter(each => files.has(each.link.id) && !isResealed(each))
  const claims = new Map<string, ClaimedFiles>()
  for (const [ownerId, own] of Map.groupBy(replaced, ({ link }) => link.owner_id)) {
    const who = { personId: actor.personId, ownerId, now }
    // The category of a link in plain text can be changed, so that its files need not be of it.
    const orders = own.map(({ change }) => ({ uploads: change.s3_key ?? [], category: null }))
    const found = await claimUploads(tx, who, orders)
    for (const [at, { link }] of own.entries()) claims.set(link.id, assertDefined(found[at], 'claim'))
  }
  return claims
}

function isComplete(changed: ChangedLink, files: readonly FileRow[]): boolean {
  const named = changed.change.s3_key ?? []
  if (named.length !== files.length) return false
  return !isResealed(changed) || named.every(({ file }, at) => parseFileKey(file) === files[at]?.id)
}

/**
 * Writes the new files of links, and the new envelopes of files that stay. Previous files in plain text were removed
 * before.
 */
export async function writeFiles(
  tx: Tx,
  changed: readonly ChangedLink[],
  claims: NewFiles,
  now: number,
): Promise<void> {
  const decrypted = changed.flatMap(({ link, change }) => (change.enc === 0 ? link : []))
  await removeFiles(tx, decrypted, now)
  const resealed = changed.filter(isResealed)
  // What was removed from a link could be restored with an envelope of the previous key.
  await deleteRemovedFiles(
    tx,
    resealed.map(({ link }) => link.id),
  )
  const envelopes = resealed.flatMap(({ change: { s3_key: named = [] } }) =>
    named.map(each => [parseFileKey(each.file) ?? '', 'sealed' in each ? each.sealed : ''] as const),
  )
  await setSealed(tx, envelopes)
  const withNew = changed.flatMap(({ link, change }) => {
    const claim = claims.get(link.id)
    return claim ? { link, change, claim } : []
  })
  if (withNew.length === 0) return
  const rows = withNew.flatMap(({ link, claim }) =>
    toNewFiles(claim, { id: link.id, ownerId: link.owner_id, now }),
  )
  await insertFiles(tx, rows).execute(tx)
  await updateFileBytes(
    tx,
    withNew.map(({ link }) => link.id),
  )
  await finishClaims(tx, pluck(withNew, 'claim'), now)
  const unread = withNew.flatMap(({ link, change }) =>
    change.enc === 0 ? toReadFileJob(link.owner_id, link.id, now) : [],
  )
  if (unread.length > 0) await enqueueJobs(tx, unread).execute(tx)
}

/**
 * Removes encrypted files from links that are decrypted. Their bytes reveal nothing, and are removed after the usual
 * hour.
 */
async function removeFiles(tx: Tx, links: readonly LinkWithRole[], now: number): Promise<void> {
  if (links.length === 0) return
  const ids = links.map(link => link.id)
  const blobs = await blobsOfLinks(tx, ids)
  await deleteFilesOfLinks(tx, ids)
  await deleteRemovedFiles(tx, ids)
  await updateFileBytes(tx, ids)
  await updateBlobUse(tx, blobs, now)
}

/**
 * Removes the files in plain text of links that become encrypted, the copies of their pages included, without the usual
 * hour: the next sweep removes the bytes that nothing else uses. The owners must be locked.
 */
export async function wipeFiles(tx: Tx, linkIds: readonly string[], now: number): Promise<void> {
  const blobs = await blobsOfLinks(tx, linkIds)
  const removed = await deleteRemovedFiles(tx, linkIds)
  if (blobs.length === 0 && removed.length === 0) return
  await deleteFilesOfLinks(tx, linkIds)
  await updateFileBytes(tx, linkIds)
  // They have the names of the files.
  await deleteClaimed(tx, [...blobs, ...removed])
  await updateBlobUse(tx, blobs, now)
  // Another link may still restore a removed file with the same bytes: those have the usual hour.
  await hastenDeletion(tx, [...blobs, ...removed], now - sweepDelayMs)
  await queueSweepAtOnce(tx, now)
}
