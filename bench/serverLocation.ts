import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import { sideRoot } from './sides.ts'

export type Kind = 'sqlite' | 'postgres'

/** Where a server stores its data: a directory, and on PostgreSQL a database as well. */
export interface ServerLocation {
  kind: Kind
  dataDir: string
  databaseUrl: string | null
  /** The checkout whose server uses it; undefined for this one. */
  root?: string | undefined
  remove(): Promise<void>
}

/**
 * Creates an empty location for a server's data.
 * @param postgres address of a running PostgreSQL; null for SQLite
 */
export async function createLocation(postgres: string | null): Promise<ServerLocation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestmark-bench-'))
  const root = sideRoot()
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true })
  if (!postgres) return { kind: 'sqlite', dataDir, databaseUrl: null, root, remove: async () => removeDir() }
  const name = `bench_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: postgres })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await admin(`create database ${name}`)
  const url = new URL(postgres)
  url.pathname = `/${name}`
  return {
    kind: 'postgres',
    dataDir,
    databaseUrl: url.href,
    root,
    remove: async () => {
      removeDir()
      await admin(`drop database if exists ${name} with (force)`)
    },
  }
}

export type Cell = string | number | null | Uint8Array
type Row = Record<string, unknown>

/** Direct access to the database without Nestmark: the baseline for the server's figures. */
export interface RawSql {
  kind: Kind
  /**
   * Prepares a statement. Parameters are written $1, $2 …
   * @returns a function that runs it and returns its rows
   */
  prepare(sql: string): (...parameters: Cell[]) => Row[] | Promise<Row[]>
  /** Runs statements without a result. */
  run(sql: string): void | Promise<void>
  close(): Promise<void>
}

/** Opens the same database with the same settings as the server. */
export async function openRawSql(
  location: Pick<ServerLocation, 'kind' | 'dataDir' | 'databaseUrl'>,
): Promise<RawSql> {
  return location.databaseUrl
    ? openPostgres(location.databaseUrl)
    : openSqlite(join(location.dataDir, 'nestmark.db'))
}

function openSqlite(file: string): RawSql {
  const database = new DatabaseSync(file, { timeout: 10_000 })
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY`)
  return {
    kind: 'sqlite',
    prepare: sql => {
      const statement = database.prepare(sql.replace(/\$(\d+)/g, '?$1'))
      const reads = statement.columns().length > 0
      return (...parameters) => {
        if (reads) return statement.all(...(parameters as SQLInputValue[])) as Row[]
        statement.run(...(parameters as SQLInputValue[]))
        return []
      }
    },
    run: sql => database.exec(sql),
    close: async () => database.close(),
  }
}

async function openPostgres(url: string): Promise<RawSql> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let prepared = 0
  return {
    kind: 'postgres',
    prepare: text => {
      const name = `raw${++prepared}`
      return async (...values) => (await client.query<Row>({ name, text, values })).rows
    },
    run: async sql => void (await client.query(sql)),
    close: () => client.end(),
  }
}
