import { sql } from 'kysely'
import { Refused } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import type { BulkPayload } from '../../undo/bulk.ts'
import { changeOwner, checkOwnershipTransfer } from './changeOwner.ts'
import { refreshLinks } from './moveLinks.ts'

/** The result of one step, in the form that the job of bulk actions needs. */
interface Step {
  changed: number
  left: number
  seen: number
  next?: { place: number }
}

/**
 * Runs the next step of a large transfer: the first changes the owner of everything, in one transaction; the
 * following ones update the search index and pictures part by part. A kill in between loses nothing: the parts are
 * stored in the job's files.
 */
export async function ownershipTransferStep(tx: Tx, payload: BulkPayload, job: string): Promise<Step> {
  const { actor, at, collections, next } = payload
  if (!next) {
    try {
      await changeOwner(tx, actor, await checkOwnershipTransfer(tx, actor, collections![0]!), at, job)
    } catch (error) {
      // The offer was withdrawn: there is nothing to do, and no error.
      if (error instanceof Refused && error.code === 'ownershipTransfer.expired')
        return { changed: 0, left: 1, seen: 1 }
      throw error
    }
    return { changed: 1, left: 0, seen: 1, next: { place: 0 } }
  }
  const part = await tx
    .selectFrom('job_files')
    .select(['part', 'bytes'])
    .where('job_id', '=', job)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst()
  if (!part) return { changed: 0, left: 0, seen: 0 }
  const seqs = JSON.parse(Buffer.from(part.bytes).toString()) as number[]
  // Read again, because the collection may have been transferred to another owner since.
  const { rows } = await sql<{
    owner_id: string
  }>`select owner_id from collections where id = ${collections![0]!}`.execute(tx)
  if (rows[0]) await refreshLinks(tx, rows[0].owner_id, seqs)
  await tx.deleteFrom('job_files').where('job_id', '=', job).where('part', '=', part.part).execute()
  return { changed: 0, left: 0, seen: seqs.length, next: { place: part.part + 1 } }
}
