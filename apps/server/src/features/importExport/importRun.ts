import { errorTexts } from '@nestmark/texts/errors'
import { Refused } from '../../access/refuse.ts'
import type { Db, Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { refreshStatisticsAfter } from '../../db/statistics.ts'
import type { JobRow } from '../../db/tables.ts'
import type { Batches, Turn } from '../../jobs/batches.ts'
import type { JobEnd } from '../../jobs/kind.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { writeFolders } from './importFolders.ts'
import { LinkWriter } from './importLinks.ts'
import { toSubjects } from './importPrepare.ts'
import { ImportRoom } from './importRoom.ts'
import type { ImportBatch } from './importReading.ts'
import { type ImportBatches, readAhead } from './readAhead.ts'

/**
 * Imports the file of a job, in batches: a thread reads and prepares while this one writes. Each batch is one transaction
 * with the job's own progress: after a crash the reading begins anew and passes over what is there, so that a resumed
 * import ends exactly like one that was not cut off.
 * @param given `startedAt` is the present, in milliseconds since 1970; `reading` what is read, ended here; `isStopped` is asked
 *   before each batch
 * @throws when it is stopped, and whatever the database throws; what was written by then stays
 */
export async function runImport(
  { db, batches }: { db: Db; batches: Batches },
  job: JobRow,
  given: { startedAt?: number; reading?: ImportBatches; isStopped?: () => boolean } = {},
): Promise<JobEnd> {
  const { startedAt = Date.now(), isStopped = () => false } = given
  const reading = given.reading ?? readAhead(db.place, job, startedAt)
  const ownerId = job.owner_id!
  const links = new LinkWriter(ownerId, () => startedAt)
  const room = new ImportRoom(ownerId)
  let written = 0
  let turn: Turn | undefined
  try {
    for (;;) {
      const next = await reading.next(turn)
      if (next.done) {
        await refreshStatisticsAfter(db, written)
        return next.value
      }
      if (isStopped()) throw new Error('The import was stopped.')
      const write = async (tx: Tx) => {
        await lockTree(tx, ownerId)
        const batch = await room.fit(tx, next.value)
        await writeFolders(tx, ownerId, batch.folders, startedAt)
        await links.write(tx, batch.links)
        written += batch.links.rows.length
        await recordImport(tx, job, batch, startedAt)
        return noteProgress(tx, job, batch)
      }
      const writeInTurn = (given: Turn) => {
        turn = given
        return db.write(write)
      }
      if (await batches.run(ownerId, writeInTurn)) return { state: 'cancelled' }
    }
  } catch (error) {
    // Its collection was trashed meanwhile, for one. Trying again would meet the same refusal.
    if (error instanceof Refused) return { state: 'failed', error: errorTexts[error.code] }
    throw error
  } finally {
    await reading.return({ state: 'done' })
  }
}

/** Records what a batch has created. Only webhooks get it, all batches of a job together. */
async function recordImport(tx: Tx, job: JobRow, { folders, links }: ImportBatch, at: number): Promise<void> {
  const event = { by: job.owner_id, at, job: job.id, isWebhookOnly: true }
  const created = folders.map(each => ({ collectionId: each.parent, id: each.id, title: each.name }))
  await recordEvent(tx, { ...event, type: 'collection.created' }, created)
  await recordEvent(tx, { ...event, type: 'link.created' }, toSubjects(links))
}

/**
 * Notes on the job how far it is, in the transaction of the batch.
 * @returns whether the person wants it to stop
 * @throws when another process has taken the job over: two that write would write everything twice
 */
async function noteProgress(tx: Tx, job: JobRow, { done, total, report }: ImportBatch): Promise<boolean> {
  const row = await tx
    .updateTable('jobs')
    // It goes on, so earlier attempts count no more.
    .set({ done, total, report, attempts: 1 })
    .where('id', '=', job.id)
    .where('lease_owner', '=', job.lease_owner)
    .returning('cancel_wanted')
    .executeTakeFirst()
  if (!row) throw new Error('The job is not ours any more.')
  return row.cancel_wanted !== 0
}
