import type { Output, Parsed } from '@nestmark/contract/operation'
import type { restoreStoredFiles as restore } from '@nestmark/contract/storage'
import { toPlan } from '@nestmark/core/plans'
import { areQuotasEnforced } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../http/implement.ts'
import { findBlobByDigest, updateBlobUse } from '../files/blobStore.ts'
import { insertFiles, updateFileBytes } from '../files/linkFileStore.ts'
import { addBytes, lockOwners, noChange } from '../files/storageStore.ts'
import {
  countRemoved,
  deleteRemoved,
  listRestorable,
  restorableMs,
  type RestorableFile,
  reviveBlob,
} from './removedFileStore.ts'

const filesAtOnce = 200

/**
 * Restores removed files to their links.
 * @throws Refused 'undo.expired', 'plan.storage' when the next ones exceed the quota
 */
export async function restoreStoredFiles(
  { services, actor }: Call,
  { undo }: Parsed<typeof restore>,
): Promise<Output<typeof restore>> {
  const ownerId = actor.personId
  return services.db.write(async tx => {
    await lockTree(tx, ownerId)
    const now = services.now()
    const order = { ownerId, undo, since: now - restorableMs }
    const found = await listRestorable(tx, order, filesAtOnce)
    if (found.length === 0) refuse('undo.expired')
    const restored = found.filter(each => each.blob !== null)
    const blobs = await reviveBlobs(tx, ownerId, restored)
    const files = restored.map(({ file }) => ({ ...file, blob_id: blobs.get(file.blob_id) ?? file.blob_id }))
    if (files.length > 0) await insertFiles(tx, files).execute(tx)
    await updateBlobUse(
      tx,
      files.map(file => file.blob_id),
      now,
    )
    await updateFileBytes(tx, [...new Set(files.map(file => file.link_id))])
    await deleteRemoved(
      tx,
      found.map(each => each.file.id),
    )
    const isFile = (each: RestorableFile) => each.file.kind === 'file'
    return {
      changed: restored.filter(isFile).length,
      left: await countRemoved(tx, order),
      skipped: found.filter(each => each.blob === null && isFile(each)).length,
    }
  })
}

/**
 * Cancels the deletion of the bytes of files, and counts them.
 * @returns the blob of each former blob: one with the same bytes that arrived since, or the same one
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
  await addBytes(tx, new Map([[ownerId, { ...noChange(), kept: bytes }]]))
  return used
}
