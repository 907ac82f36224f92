import type { Db, Queries, Tx } from '../../db/db.ts'
import type { LibraryExportRow } from '../../db/tables/fileTables.ts'
import { exportPauseMs } from '../importExport/export/exportLinks.ts'

/** An export whose progress was not recorded for this long has ended with its server, in milliseconds. */
const lostMs = 15_000

/** The progress of an export. */
export type ExportProgress = Pick<LibraryExportRow, 'files' | 'bytes' | 'missing'>

export async function findExport(db: Queries, personId: string): Promise<LibraryExportRow | undefined> {
  return db.selectFrom('library_exports').selectAll().where('person_id', '=', personId).executeTakeFirst()
}

/** Returns whether a server sends this export now. */
export const isRunning = (row: LibraryExportRow | undefined, now: number): boolean =>
  row?.state === 'running' && now - row.updated_at < lostMs

/** Returns whether the server that sent this export was killed. */
export const isInterrupted = (row: LibraryExportRow | undefined, now: number): boolean =>
  row?.state === 'running' && !isRunning(row, now)

/**
 * Returns the seconds until a person may start another export of everything; 0 when it may be now. One that was stopped, or
 * ended with its server, does not count. Nor does one of the future: the clock was set back.
 */
export function waitAfter(row: LibraryExportRow | undefined, now: number): number {
  if (!row || row.state === 'stopped' || isInterrupted(row, now) || row.started_at > now) return 0
  return Math.max(0, Math.ceil((row.started_at + exportPauseMs - now) / 1000))
}

/**
 * Records that no server sends an export. On SQLite that is known at the start; on PostgreSQL other servers may send
 * some.
 */
export async function interruptExports(db: Db): Promise<void> {
  if (db.kind === 'sqlite')
    await db.write(tx =>
      tx.updateTable('library_exports').set({ updated_at: 0 }).where('state', '=', 'running').execute(),
    )
}

/** Records a new export, whose download has not started. It replaces the last one. */
export async function insertExport(tx: Tx, personId: string, id: string, now: number): Promise<void> {
  const values = {
    id,
    state: 'waiting' as const,
    files: 0,
    bytes: 0,
    missing: 0,
    started_at: now,
    updated_at: now,
  }
  await tx
    .insertInto('library_exports')
    .values({ person_id: personId, ...values })
    .onConflict(conflict => conflict.column('person_id').doUpdateSet(values))
    .execute()
}

/** Begins an export. Returns false when it was begun before, or another one has replaced it. */
export async function beginExport(tx: Tx, personId: string, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('library_exports')
    .set({ state: 'running', updated_at: now })
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records the progress of a running export, or its end. Returns false when it is not running any more. */
export async function updateExport(
  tx: Tx,
  personId: string,
  id: string,
  change: ExportProgress & Pick<LibraryExportRow, 'state' | 'updated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('library_exports')
    .set(change)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stops the waiting or running export of a person. Its server ends it at the next check. */
export async function setStopped(tx: Tx, personId: string, now: number): Promise<void> {
  await tx
    .updateTable('library_exports')
    .set({ state: 'stopped', updated_at: now })
    .where('person_id', '=', personId)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
}
