import { pluck } from '@nestmark/core/pluck'
import type { JobRow } from '../../../db/tables/tables.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { deleteFilesOf } from '../../../jobs/fileStore.ts'
import { queueName } from '../../../jobs/store.ts'
import type { ImportPayload } from '../writing/importPayload.ts'
import type { Report } from '../importReport.ts'
import { hasRow } from '../../../db/statements/readRow.ts'

/** The kind of the job that computes the preview of an import. */
export const previewKind = 'previewImport'

/** How long the file of a preview is stored after its upload, in milliseconds. */
export const previewMs = 86_400_000

/** Deletes the files of previews whose time is over. */
export async function deleteOldPreviewFiles(tx: Tx, now: number): Promise<void> {
  const old = await tx
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', previewKind)
    .where('created_at', '<', now - previewMs)
    .where('id', 'in', tx.selectFrom('job_files').select('job_id'))
    .execute()
  await deleteFilesOf(tx, pluck(old, 'id'), now)
}

/** Ends a preview, and keeps its file. */
export async function endPreview(
  tx: Tx,
  { id, lease_owner: lease }: Pick<JobRow, 'id' | 'lease_owner'>,
  { report, done }: { report: Report; done: number },
  now: number,
): Promise<void> {
  const ended = { state: 'done', finished_at: now, lease_owner: null, lease_until: null } as const
  await tx
    .updateTable('jobs')
    .set({ ...ended, report: JSON.stringify(report), done, total: done })
    .where('id', '=', id)
    .where('lease_owner', '=', lease)
    .execute()
}

/**
 * Runs an ended preview again: as a preview, or as the import.
 * @returns whether it was an ended preview
 */
export async function restartPreview(
  tx: Tx,
  id: string,
  {
    kind,
    payload,
    size,
    now,
  }: { kind: string; payload: ImportPayload; size: 'small' | undefined; now: number },
): Promise<boolean> {
  const fresh = {
    state: 'queued',
    finished_at: null,
    done: 0,
    total: 0,
    attempts: 0,
    cancel_wanted: 0,
  } as const
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({
      ...fresh,
      kind,
      queue: queueName(kind, size),
      payload: JSON.stringify(payload),
      report: null,
      run_after: now,
      ...(kind !== previewKind && { created_at: now }),
    })
    .where('id', '=', id)
    .where('kind', '=', previewKind)
    .where('state', '=', 'done')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether the file of a job is still there. */
export async function hasFile(db: Queries, id: string): Promise<boolean> {
  return hasRow(db.selectFrom('job_files').where('job_id', '=', id))
}
