import { assertDefined } from '@nestmark/core/assertDefined'
import type { Tx } from '../../../db/db.ts'
import type { JobRow } from '../../../db/tables/tables.ts'
import { enqueue } from '../../../jobs/store.ts'
import { cellAt, type PreparedLinks } from '../writing/importPrepare.ts'

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
