import { assertDefined } from '@nestmark/core/assertDefined'
import { sql } from 'kysely'
import { tables, tablesWhere } from '../../db/tables/allTables.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import type { CollectionRow } from '../../db/tables/libraryTables.ts'
import { hasRow } from '../../db/statements/readRow.ts'

export async function findCollection(db: Queries, id: string): Promise<CollectionRow | undefined> {
  return db.selectFrom('collections').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns whether there is an open account with this id. */
export async function hasAccount(db: Queries, personId: string): Promise<boolean> {
  return hasRow(db.selectFrom('people').where('id', '=', personId).where('closed_at', 'is', null))
}

export async function setOwner(tx: Tx, collections: readonly string[], to: string): Promise<void> {
  await sql`update collections set owner_id = ${to} where ${inList(tx, 'id', collections)}`.execute(tx)
}

/** Places a transferred collection in the tree of its new owner, for members only at least. */
export async function setPlace(
  tx: Tx,
  id: string,
  { parentId, readLevel, now }: { parentId: string; readLevel: number; now: number },
): Promise<void> {
  await tx
    .updateTable('collections')
    .set({ parent_id: parentId, position: 0, read_level: readLevel, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Transfers the shares of collections: the new owner's own end, and the previous owner may write to the top. */
export async function setOwnerOfShares(
  tx: Tx,
  collections: readonly string[],
  top: string,
  { from, to, at }: { from: string; to: string; at: number },
): Promise<void> {
  const inside = inList(tx, 'collection_id', collections)
  await sql`delete from shares where person_id = ${to} and ${inside}`.execute(tx)
  await sql`update shares set owner_id = ${to} where ${inside}`.execute(tx)
  await sql`insert into shares (collection_id, person_id, owner_id, may_write, created_at)
    values (${top}, ${from}, ${to}, 1, ${at})
    on conflict (collection_id, person_id) do update set may_write = 1`.execute(tx)
}

/** Transfers or deletes the rows of other tables that reference collections, by their declarations. */
export async function transferEntries(tx: Tx, collections: readonly string[], to: string): Promise<void> {
  const inside = inList(tx, 'collection_id', collections)
  for (const name of tablesWhere(({ transfer }) => transfer === 'moves'))
    await sql`update ${sql.table(name)} set ${sql.ref(assertDefined(tables[name].owner, 'owner'))} = ${to}
      where ${inside}`.execute(tx)
  for (const name of tablesWhere(({ transfer }) => transfer === 'ends'))
    await sql`delete from ${sql.table(name)} where ${inside}`.execute(tx)
}

/** Stores the keys of links in the files of a job, part by part, for `firstPart`. */
export async function storeParts(tx: Tx, job: string, parts: readonly (readonly number[])[]): Promise<void> {
  if (parts.length === 0) return
  const files = parts.map((part, n) => [job, n, Buffer.from(JSON.stringify(part)).toString('hex')])
  await sql`insert into job_files (job_id, part, bytes)
    ${bulkRows(tx, ['text', 'int', 'bytes'], files)}`.execute(tx)
}

/** Returns the first stored part of a job: its number and the keys of its links. */
export async function firstPart(tx: Tx, job: string): Promise<{ part: number; seqs: number[] } | undefined> {
  const row = await tx
    .selectFrom('job_files')
    .select(['part', 'bytes'])
    .where('job_id', '=', job)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst()
  return row && { part: row.part, seqs: JSON.parse(Buffer.from(row.bytes).toString()) as number[] }
}

export async function deletePart(tx: Tx, job: string, part: number): Promise<void> {
  await tx.deleteFrom('job_files').where('job_id', '=', job).where('part', '=', part).execute()
}
