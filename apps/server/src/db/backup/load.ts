import { sql } from 'kysely'
import { bulkRows } from '../statements/bulkRows.ts'
import { readColumns, readTableNames } from '../catalog.ts'
import type { Db, Tx } from '../db.ts'
import { applyMigrations, assertNoReplacedJobs } from '../migrate.ts'
import { BackupError, type BackupHeader, type Cell, backupTables, excludedTables } from './format.ts'
import type { BackupPart } from './read.ts'

/**
 * Fills an empty database in one transaction: creates the schema of the backup, inserts its rows, then
 * applies the migrations that were added since.
 * @param options.excludedTables tables whose rows are skipped
 * @returns the number of rows per table
 */
export async function loadBackup(
  tx: Tx,
  kind: Db['kind'],
  { header, parts }: { header: BackupHeader; parts: AsyncIterable<BackupPart> },
  options: { excludedTables: readonly string[] },
): Promise<Record<string, number>> {
  await applyMigrations(tx, kind, header.migrations)
  await deferReferences(tx, kind)
  const counts: Record<string, number> = {}
  for await (const part of parts) {
    if (options.excludedTables.includes(part.table)) continue
    await insertPart(tx, kind, part)
    counts[part.table] = (counts[part.table] ?? 0) + part.rows.length
  }
  await checkReferences(tx, kind)
  await assertNoReplacedJobs(tx, 'The backup')
  await applyMigrations(tx, kind)
  await releaseJobs(tx)
  await dropOpenUploads(tx)
  return counts
}

/** Drops every Nestmark table with its rows. */
export async function dropTables(tx: Tx): Promise<void> {
  const existing = await readTableNames(tx)
  const ownTables = [...excludedTables, ...backupTables].filter(name => existing.includes(name))
  if (ownTables.length > 0)
    await sql`drop table ${sql.join(ownTables.map(name => sql.table(name)))} cascade`.execute(tx)
}

/** Returns true when no account exists, so that a restore would overwrite nothing. */
export async function isEmpty(tx: Tx): Promise<boolean> {
  const existing = await readTableNames(tx)
  if (!existing.includes('user')) return true
  return (await tx.selectFrom('user').select('id').limit(1).execute()).length === 0
}

async function insertPart(tx: Tx, kind: Db['kind'], { table, columns, rows }: BackupPart): Promise<void> {
  const known = await readColumns(tx, table)
  const types = columns.map(name => {
    const type = known.get(name)
    if (!type)
      throw new BackupError(`The backup contains ${table}.${name}, which is unknown to this version.`)
    return type
  })
  const cells = rows.map(row => row.map(cell => decodeCell(cell, kind)))
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))})
    ${bulkRows(tx, types, cells)}`.execute(tx)
}

function decodeCell(cell: Cell, kind: Db['kind']): string | number | null {
  if (cell !== null && typeof cell === 'object') return Buffer.from(cell.b, 'base64').toString('hex')
  // PostgreSQL cannot store NUL characters in text.
  return kind === 'postgres' && typeof cell === 'string' ? cell.replaceAll('\0', '') : cell
}

const parentReference = 'collections_parent_id_fkey'

/** Defers the check of references between collections, because a row can reference a later one. */
async function deferReferences(tx: Tx, kind: Db['kind']): Promise<void> {
  if (kind === 'sqlite') await sql`pragma defer_foreign_keys = on`.execute(tx)
  else
    await sql`alter table collections alter constraint ${sql.ref(parentReference)} deferrable initially deferred`.execute(
      tx,
    )
}

async function checkReferences(tx: Tx, kind: Db['kind']): Promise<void> {
  // SQLite checks deferred references at the commit.
  if (kind === 'sqlite') return
  await sql`set constraints all immediate`.execute(tx)
  await sql`alter table collections alter constraint ${sql.ref(parentReference)} not deferrable`.execute(tx)
  // Serial columns continue after the restored rows.
  for (const table of backupTables)
    if ((await readColumns(tx, table)).has('seq'))
      await sql`select setval(pg_get_serial_sequence(${table}, 'seq'), max(seq)) from ${sql.table(table)} having max(seq) is not null`.execute(
        tx,
      )
}

/** Releases the leases of unfinished jobs, and deletes unfinished uploads, which cannot complete. */
async function releaseJobs(tx: Tx): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ state: 'queued', lease_owner: null, lease_until: null })
    .where('finished_at', 'is', null)
    .execute()
  await tx.deleteFrom('jobs').where('finished_at', 'is', null).where('run_after', '>', 4e12).execute()
}

/** Deletes uploads whose parts are in no backup, and the bytes that are reserved for them. */
async function dropOpenUploads(tx: Tx): Promise<void> {
  await tx.deleteFrom('uploads').where('state', 'in', ['open', 'cancelled', 'expired']).execute()
  await sql`update people set reserved_bytes = coalesce(
    (select sum(size) from blobs b where b.owner_id = people.id and b.state = 'arriving'), 0)`.execute(tx)
}
