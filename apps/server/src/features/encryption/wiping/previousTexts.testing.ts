import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { readTableNames } from '../../../db/catalog.ts'
import { isPostgres } from '../../../db/dialect.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { textColumnsWhere } from '../../../test/support/textColumns.ts'

/** All previous texts contain this word, each with another ending. Nothing else has it. */
export const stem = 'quetzal'

/** Returns the columns of the schema that contain the word: of texts, of search terms and of bytes. */
export async function findInDatabase({ services: { db } }: TestApp): Promise<string[]> {
  const found = await textColumnsWhere(db.read, column => sql`lower(${column}) like ${`%${stem}%`}`)
  return [...found, ...(isPostgres(db.read) ? await inVectors(db.read) : await inIndexes(db.read))].sort()
}

type Read = TestApp['services']['db']['read']

async function inVectors(read: Read): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`select table_name as table,
    column_name as column from information_schema.columns
    where table_schema = current_schema() and data_type in ('tsvector', 'bytea', 'json', 'jsonb')`.execute(
    read,
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const text = sql`case when ${sql.lit(column)} = 'terms' then ${sql.ref(column)}::text
      else encode(${sql.ref(column)}::text::bytea, 'escape') end`
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where ${text} like ${`%${stem}%`} limit 1`.execute(read)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

async function inIndexes(read: Read): Promise<string[]> {
  const found: string[] = []
  for (const table of await readTableNames(read)) {
    const { rows: kinds } = await sql<{
      sql: string
    }>`select sql from sqlite_master where name = ${table} and sql like '%using fts5%'`.execute(read)
    if (kinds.length === 0) continue
    const { rows } =
      await sql`select rowid from ${sql.table(table)} where ${sql.ref(table)} match ${`${stem}*`} limit 1`.execute(
        read,
      )
    if (rows.length > 0) found.push(table)
  }
  return found
}

/** Returns the files of the data directory, also compressed ones, that contain the word. */
export function findInFiles({ services: { config } }: TestApp): string[] {
  const names = readdirSync(config.dataDir, { recursive: true, encoding: 'utf8' })
  return names.filter(name => {
    const file = join(config.dataDir, name)
    if (!statSync(file).isFile()) return false
    const bytes = readFileSync(file)
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
    return plain.toString('latin1').toLowerCase().includes(stem.slice(3))
  })
}
