import { createHash } from 'node:crypto'
import type { Tx } from '../../../db/db.ts'
import type { JobRow } from '../../../db/tables/tables.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import { enqueue, findJob, saveProgress } from '../../../jobs/store.ts'
import type { Report } from '../importReport.ts'
import { countUnread } from './unreadLinkStore.ts'
import { assertDefined } from '@nestmark/core/assertDefined'
import { cellAt, type PreparedLinks } from '../writing/importPrepare.ts'

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

/** The kind of the job that fetches the pictures of imported links. */
export const fetchPicturesKind = 'fetchPictures'

/** The range of the links, by their sequence numbers: those after `after`. */
export type FetchPicturesPayload = { after: number; upTo: number }

const pictureAt = cellAt('picture_source')

/**
 * Queues the fetch of the pictures that the links of a batch of an import name.
 * @param seqs the sequence numbers of the links, in the order of the rows
 */
export async function queuePictures(
  tx: Tx,
  job: Pick<JobRow, 'owner_id' | 'created_at'>,
  { rows }: PreparedLinks,
  seqs: readonly number[],
): Promise<void> {
  const named = rows.flatMap((cells, at) =>
    cells[pictureAt] === null ? [] : [assertDefined(seqs[at], 'seq')],
  )
  if (named.length === 0) return
  let [after, upTo] = [Infinity, 0]
  for (const seq of named) {
    after = Math.min(after, seq - 1)
    upTo = Math.max(upTo, seq)
  }
  const payload: FetchPicturesPayload = { after, upTo }
  await enqueue(tx, {
    ownerId: job.owner_id,
    kind: fetchPicturesKind,
    payload,
    // The clock of the server; that of the importing process may differ.
    now: job.created_at,
  })
}
