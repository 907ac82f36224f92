import type { Queries, Tx } from '../../db/db.ts'
import type { UndoKind } from '../../undo/store.ts'

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

/** Returns the ended imports of a person whose undo record is open, the newest first. */
export async function listUndoableImports(
  db: Queries,
  personId: string,
  now: number,
): Promise<{ id: string; at: number; kind: string; report: string }[]> {
  return db
    .selectFrom('undo_records as u')
    .innerJoin('jobs as j', 'j.id', 'u.id')
    .select(['u.id', 'u.at', 'u.kind', 'j.report'])
    .where('u.person_id', '=', personId)
    .where('u.expires_at', '>', now)
    .where('u.kind', 'in', ['importBookmarks', 'importHighlights'] satisfies UndoKind[])
    .where('j.finished_at', 'is not', null)
    .where('j.report', 'is not', null)
    .orderBy('u.at', 'desc')
    .$narrowType<{ report: string }>()
    .execute()
}
