import { assertDefined } from '@nestmark/core/assertDefined'
import { sql } from 'kysely'
import { tables, tablesWhere } from '../../db/tables/allTables.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList, rowLock } from '../../db/dialect.ts'
import { clearNames } from '../accounts/store.ts'
import { queuePartsRemoval } from '../uploads/receiving/removeParts.job.ts'
import { clearActor } from './eraseTracesStore.ts'
import { removeLinks } from './store.ts'
import { hasRow } from '../../db/statements/readRow.ts'

/** Returns whether this library belongs to a deleted account. */
export async function isClosed(db: Queries, personId: string): Promise<boolean> {
  const row = await db.selectFrom('people').select('closed_at').where('id', '=', personId).executeTakeFirst()
  return row !== undefined && row.closed_at !== null
}

/** Returns whether a job is still working on this library. */
export async function hasRunning(db: Queries, personId: string, now: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('jobs')
      .where('owner_id', '=', personId)
      .where('finished_at', 'is', null)
      .where('lease_until', '>', now),
  )
}

const erasedInBatches = tablesWhere(table => table.erasure === 'inBatches')

/**
 * Deletes at most this many rows of a library, links first, collections last.
 * @returns false when only the person's own row is left
 */
export async function eraseBatch(tx: Tx, personId: string, limit: number, now: number): Promise<boolean> {
  const { rows: links } = await sql<{ seq: number }>`
    select seq from links where owner_id = ${personId} limit ${limit}`.execute(tx)
  if (links.length > 0) {
    await removeLinks(tx, { seqs: links.map(row => row.seq) }, now, { keepsWords: true })
    return true
  }
  for (const name of erasedInBatches) {
    const { owner, key = 'id', rowsBelow = 1 } = tables[name]
    const own = sql`${sql.ref(assertDefined(owner, 'owner'))} = ${personId}`
    const batch = sql`select ${sql.ref(key)} from ${sql.table(name)} where ${own} limit ${Math.ceil(limit / rowsBelow)}`
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(name)} where ${own} and ${sql.ref(key)} in (${batch})`.execute(tx)
    if (numAffectedRows > 0n) return true
  }
  const { rows: collections } = await sql<{ id: string }>`
    select id from collections where owner_id = ${personId} limit ${limit}`.execute(tx)
  if (collections.length === 0) return false
  const ids = collections.map(row => row.id)
  // Collections reference their parents: clearing the references first makes the order of deletion irrelevant.
  await sql`update collections set parent_id = null where ${inList(tx, 'parent_id', ids)}`.execute(tx)
  await sql`delete from collections where ${inList(tx, 'id', ids)}`.execute(tx)
  return true
}

/**
 * Deletes the person's row, and with it all rows that reference it. A call that was in progress when the account was
 * closed may have written since: the lock waits for it, and what it wrote is erased before.
 * @returns false when there are rows of the library again
 */
export async function erasePerson(tx: Tx, personId: string, limit: number, now: number): Promise<boolean> {
  await sql`select id from people where id = ${personId} ${rowLock(tx, 'for update')}`.execute(tx)
  if (await eraseBatch(tx, personId, limit, now)) return false
  await clearNames(tx, personId)
  await clearActor(tx, personId)
  await queuePartsRemoval(tx, personId, now)
  await sql`delete from people where id = ${personId} and closed_at is not null`.execute(tx)
  return true
}
