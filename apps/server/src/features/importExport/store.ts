import type { Queries, Tx } from '../../db/db.ts'
import { importUndoMs, type UndoKind } from '../../undo/store.ts'

/** Records an export of the bookmark file, unless there was one a short time ago; then returns its time. */
export async function claimExport(
  tx: Tx,
  personId: string,
  now: number,
  pauseMs: number,
): Promise<number | null> {
  const person = await tx
    .selectFrom('people')
    .select('exported_at')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const last = person.exported_at
  // A clock that was set back must not block exports: a time in the future is ignored.
  if (last !== null && last <= now && now - last < pauseMs) return last
  await tx.updateTable('people').set({ exported_at: now }).where('id', '=', personId).execute()
  return null
}

/**
 * Returns the ended imports of a person that are not too old to be undone, the newest first.
 * @returns with `expires_at` of their undo records in milliseconds since 1970: in the past when the import was undone, as is
 * one without a record that has created something
 */
export async function listRecentImports(db: Queries, personId: string, now: number) {
  return db
    .selectFrom('jobs as j')
    .leftJoin('undo_records as u', 'u.id', 'j.id')
    .select(['j.id', 'j.created_at as at', 'j.kind', 'j.report', 'u.expires_at'])
    .where('j.owner_id', '=', personId)
    .where('j.created_at', '>', now - importUndoMs)
    .where('j.kind', 'in', ['importBookmarks', 'importHighlights'] satisfies UndoKind[])
    .where('j.finished_at', 'is not', null)
    .where('j.report', 'is not', null)
    .orderBy('j.created_at', 'desc')
    .$narrowType<{ report: string }>()
    .execute()
}
