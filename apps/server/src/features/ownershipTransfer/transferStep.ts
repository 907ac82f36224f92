import { Refused } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import type { BulkPayload, TransferAction } from '../../undo/bulkActions.ts'
import type { Step } from '../../undo/step.ts'
import { changeOwner, checkOwnershipTransfer } from './changeOwner.ts'
import { refreshLinks } from './transferLinks.ts'
import { deletePart, findCollection, firstPart } from './transferStore.ts'

/**
 * Runs the next step of a large transfer: the first changes the owner of everything, in one transaction; the
 * following ones update the search index and pictures part by part. A kill in between loses nothing: the parts are
 * stored in the job's files.
 */
export async function ownershipTransferStep(
  tx: Tx,
  { actor, at, collections: [top], next }: BulkPayload<TransferAction>,
  job: string,
): Promise<Step> {
  if (!next) {
    try {
      await changeOwner(tx, actor, await checkOwnershipTransfer(tx, actor, top), at, job)
    } catch (error) {
      // The offer was withdrawn: there is nothing to do, and no error.
      if (error instanceof Refused && error.code === 'ownershipTransfer.expired')
        return { changed: 0, left: 1, seen: 1 }
      throw error
    }
    return { changed: 1, left: 0, seen: 1, next: { position: 0 } }
  }
  const stored = await firstPart(tx, job)
  if (!stored) return { changed: 0, left: 0, seen: 0 }
  const { part, seqs } = stored
  // Read again, because the collection may have been transferred to another owner since.
  const collection = await findCollection(tx, top)
  if (collection) await refreshLinks(tx, collection.owner_id, seqs, at)
  await deletePart(tx, job, part)
  return { changed: 0, left: 0, seen: seqs.length, next: { position: part + 1 } }
}
