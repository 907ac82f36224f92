import { createHash } from 'node:crypto'
import type { Tx } from '../../../db/db.ts'
import type { JobRow } from '../../../db/tables/tables.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import { enqueue, findJob, saveProgress } from '../../../jobs/store.ts'
import type { Report } from '../importReport.ts'
import { countUnread } from './unreadLinkStore.ts'

/** The kind of the job that reads the pages of imported links. */
export const readPagesKind = 'readPages'

/** The import, by its job, and the sequence number of the last link that was read. */
export type ReadPagesPayload = { job: string; after: number }

/**
 * Queues the reading of the pages of the links that an import has created, and names the job in its report. Called again
 * after a crash, it changes nothing.
 */
export async function queuePages(tx: Tx, job: JobRow): Promise<void> {
  const ownerId = requireOwnerId(job)
  // Derived, so that an import has one such job.
  const id = createHash('sha256').update(`pages of ${job.id}`).digest().toString('base64url', 0, 16)
  const row = await findJob(tx, ownerId, job.id)
  if (!row?.report || (await findJob(tx, ownerId, id))) return
  const total = await countUnread(tx, ownerId, job.id)
  if (total === 0) return
  const payload: ReadPagesPayload = { job: job.id, after: 0 }
  // The clock of the server; that of the importing process may differ.
  await enqueue(tx, { id, ownerId, kind: readPagesKind, payload, total, now: job.created_at })
  const report: Report = { ...(JSON.parse(row.report) as Report), reading: id }
  await saveProgress(tx, job, { report: JSON.stringify(report) })
}
