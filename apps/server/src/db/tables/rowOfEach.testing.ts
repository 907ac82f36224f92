import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { TestApp } from '../../test/support/app.ts'
import { listReferences, type TableName, tables } from './allTables.ts'
import { readColumns } from '../catalog.ts'
import type { Tx } from '../db.ts'
import { isPostgres } from '../dialect.ts'

/** What the rows belong to. */
export interface RowOwner {
  personId: string
  collectionId: string
  link: { id: string; seq: number }
}

/** The password of the account after `insertRowOfEach`. */
export const password = 'correct horse'

export const tableNames = Object.keys(tables) as TableName[]

/** The tables that have rows already: `RowOwner` exists in them. */
const existing: readonly TableName[] = ['migrations', 'user', 'people', 'collections', 'links']
/** Values that the code reads, in place of a list. */
const values: Record<string, unknown> = {
  'suggestions.form': '{"name":""}',
  'blobs.state': 'ready',
  'files.kind': 'file',
  'files.state': 'ready',
  'page_texts.text': gzipSync(''),
}
/** Distinguishes the rows of the people. */
let seq = 900_000

/**
 * Inserts a row of a person into each table, and references it to a collection and a link where it can be. A table of the server
 * may have its row already.
 */
export async function insertRowOfEach(
  { services: { db, passwords } }: TestApp,
  owner: RowOwner,
): Promise<void> {
  seq++
  await db.write(async tx => {
    // The rows reference each other in any order.
    if (isPostgres(tx)) await sql`set local session_replication_role = replica`.execute(tx)
    else await sql`pragma defer_foreign_keys = on`.execute(tx)
    for (const name of tableNames.filter(each => !existing.includes(each))) await insertRow(tx, name, owner)
    // The account can be deleted with this password, and the link is copied with its file.
    await sql`update account set "providerId" = 'credential', password = ${await passwords.hash(password)}
      where "userId" = ${owner.personId}`.execute(tx)
    await sql`update links set file_bytes = 0 where seq = ${owner.link.seq}`.execute(tx)
  })
}

/** Inserts a row into a table, unless there is one that equals it where it must be unique. References are not checked. */
export async function insertRow(tx: Tx, name: TableName, owner: RowOwner): Promise<void> {
  const types = await readColumns(tx, name)
  const row = new Map<string, unknown>()
  for (const column of await readRequiredColumns(tx, name))
    row.set(column, toValue(`${name}.${column}`, types.get(column)))
  if (types.get('id') === 'text') row.set('id', `row ${seq} of ${name}`)
  if (types.has('seq')) row.set('seq', seq)
  for (const { column, table, key } of listReferences(name)) row.set(column, toKey(owner, table, key))
  if (name === 'verification') row.set('value', owner.personId)
  await sql`insert into ${sql.table(name)} (${sql.join([...row.keys()].map(column => sql.ref(column)))})
    values (${sql.join([...row.values()])}) on conflict do nothing`.execute(tx)
}

function toValue(column: string, type: string | undefined): unknown {
  if (column in values) return values[column]
  // No job finds a row that is due or has expired.
  if (/[._]\w*at$/i.test(column) && type === 'int') return Date.now() + 3_600_000
  return type === 'int' ? 0 : type === 'bytes' ? Buffer.from([0]) : `[${seq}]`
}

function toKey({ personId, collectionId, link }: RowOwner, table: TableName, key: 'id' | 'seq') {
  if (table === 'people' || table === 'user') return personId
  if (table === 'collections') return collectionId
  if (table === 'links') return link[key]
  return key === 'seq' ? seq : `row ${seq} of ${table}`
}

/** Returns the columns of a table that take no null and have no default. */
async function readRequiredColumns(tx: Tx, table: TableName): Promise<string[]> {
  const found = isPostgres(tx)
    ? sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and is_nullable = 'NO' and column_default is null`
    : sql<{ name: string }>`select name from pragma_table_info(${table})
        where dflt_value is null and ("notnull" = 1 or pk > 0)`
  return (await found.execute(tx)).rows.map(row => row.name)
}

/** Returns the number of rows of each table. @param where restricts the rows of a table */
export async function countRows(
  { services: { db } }: TestApp,
  where: (name: TableName) => ReturnType<typeof sql> = () => sql`true`,
): Promise<Map<TableName, number>> {
  const counts = new Map<TableName, number>()
  for (const name of tableNames) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}
      where ${where(name)}`.execute(db.read)
    counts.set(name, Number(rows[0]!.n))
  }
  return counts
}
