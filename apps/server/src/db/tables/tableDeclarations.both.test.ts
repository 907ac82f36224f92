import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { listReferences, type TableName, tables } from './allTables.ts'
import { readColumns, readTableNames } from '../catalog.ts'
import { backupTables } from '../backup/format.ts'
import { isPostgres } from '../dialect.ts'
import { plainLinkColumns } from './libraryTables.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const names = Object.keys(tables) as TableName[]
const byName = (pairs: Iterable<readonly [string, readonly string[]]>) =>
  Object.fromEntries([...pairs].map(([name, values]) => [name, [...values].sort()]))

/** Returns the declared columns of each table, as the sources of the rows have them. */
function readDeclaredColumns(): Map<string, string[]> {
  const files = globSync('*ables.ts', { cwd: import.meta.dirname })
  const source = files.map(file => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
  const rows = new Map(
    [...source.matchAll(/^(?:export )?interface (\w+Row)\b.*\{\n([\s\S]*?)^\}/gm)].map(([, row, body]) => [
      row!,
      [...body!.matchAll(/^ {2}(\w+): /gm)].map(([, column]) => column!),
    ]),
  )
  rows.get('LinkRow')!.push(...plainLinkColumns)
  const found = new Map<string, string[]>()
  for (const [, body] of source.matchAll(/^export interface \w+Tables \{\n([\s\S]*?)^\}/gm))
    for (const [, table, type] of body!.matchAll(/^ {2}(\w+): (.*(?:\n {4}.*)*)/gm)) {
      const row = /\w+Row\b/.exec(type!)?.[0]
      found.set(table!, row ? rows.get(row)! : [...type!.matchAll(/(\w+): /g)].map(([, column]) => column!))
    }
  return found
}

test('declares each table of the migrated database, with all of its columns', async () => {
  const { read } = app.services.db
  // SQLite stores the full texts and its sequences in internal tables.
  const own = (await readTableNames(read)).filter(
    name => !/^(links_text|page_terms|highlight_terms|sqlite_)/.test(name),
  )
  expect(own.toSorted()).toEqual(names.toSorted())
  const columns = await Promise.all(
    names.map(async name => {
      const all = [...(await readColumns(read, name)).keys()]
      return [name, all.filter(column => !tables[name].derivedColumns?.includes(column))] as const
    }),
  )
  expect(byName(readDeclaredColumns())).toEqual(byName(columns))
})

test('declares each foreign key of the migrated database, and deletes what the declarations erase by reference', async () => {
  const { read } = app.services.db
  const keys = isPostgres(read)
    ? sql<ForeignKey>`select c.conrelid::regclass || '.' || a.attname as "from", c.confrelid::regclass || '.' || b.attname as "to",
          case c.confdeltype when 'c' then 1 else 0 end as cascades
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
        where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`
    : sql<ForeignKey>`select m.name || '.' || k."from" as "from", k."table" || '.' || k."to" as "to",
          k.on_delete = 'CASCADE' as cascades
        from sqlite_master m, pragma_foreign_key_list(m.name) k where m.type = 'table'`
  const found = (await keys.execute(read)).rows.map(row => ({
    line: `${row.from} ${row.to}`.replaceAll('"', ''),
    column: row.from.replaceAll('"', ''),
    cascades: row.cascades === 1,
  }))
  const declared = names.flatMap(name =>
    listReferences(name).map(({ column, table, key }) => `${name}.${column} ${table}.${key}`),
  )
  expect(found.map(key => key.line).sort()).toEqual(declared.sort())
  const cascading = found.filter(key => key.cascades).map(key => key.column)
  const byReference = names.filter(name => tables[name].erasure === 'byReference')
  const broken = byReference.filter(name => {
    const { owner } = tables[name]
    const referencing = listReferences(name).some(({ column }) => column === owner)
    return referencing && !cascading.includes(`${name}.${owner}`)
  })
  expect(broken).toEqual([])
})

interface ForeignKey {
  from: string
  to: string
  cascades: number
}

test('a backup has each table after those that it references', () => {
  const late = backupTables.flatMap((name, at) =>
    listReferences(name).filter(({ table }) => table !== name && !backupTables.slice(0, at).includes(table)),
  )
  expect(late).toEqual([])
})

test('the declaration of a table that references links or collections says what a transfer and a copy do', () => {
  const isPart = (name: TableName) =>
    listReferences(name).some(({ table }) => table === 'links' || table === 'collections')
  const missing = (name: TableName) =>
    isPart(name) !== (tables[name].transfer !== undefined) ||
    isPart(name) !== (tables[name].copy !== undefined)
  expect(names.filter(missing)).toEqual([])
  expect(names.filter(name => tables[name].owner === null && tables[name].erasure !== 'nothing')).toEqual([])
})
