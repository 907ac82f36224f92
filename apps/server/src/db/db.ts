import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledQuery, Kysely, sql, type Transaction } from 'kysely'
import { CommitLog } from './commitLog.ts'
import { openPostgres } from './postgres.ts'
import { NodeSqliteDialect, openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'
import { CallWrites, type WriteLoad, WriteQueue } from './writeQueue.ts'

/** Where a store sends its statements: the connection for reading or a running transaction. */
export type Queries = Kysely<Tables>
export type Tx = Transaction<Tables>

export interface DbPlace {
  databaseUrl: string | null
  dataDir: string
}

export interface Db {
  readonly kind: 'sqlite' | 'postgres'
  readonly place: DbPlace
  /** For reading outside of a transaction. */
  readonly read: Queries
  /** One transaction: all of `work` or nothing of it. No network inside. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Refuses whatever would write from here on. For SQLite, whose file may be damaged. */
  stopWriting(): void
  /** Asks the database for a sign of life. Rejects with what it says. */
  ping(): Promise<void>
  /** The transactions of calls in this process: long work leaves the writer to them. */
  readonly writes: WriteLoad
  /** How many statements were sent so far; tests hold lists to a fixed number. */
  readonly statements: number
  close(): Promise<void>
}

/**
 * Opens the database of the configuration: PostgreSQL by `databaseUrl`, else SQLite in `dataDir`.
 */
export function openDb(place: DbPlace): Db {
  return place.databaseUrl ? openPostgresDb(place, place.databaseUrl) : openSqliteDb(place)
}

/** The file of the embedded database. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'nestmark.db')
}

function openSqliteDb(place: DbPlace): Db {
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
  const file = sqliteFile(place.dataDir)
  let statements = 0
  const count = () => void statements++
  const connections = [openSqlite(file), openSqlite(file)] as const
  const log = new CommitLog(connections[0], place.dataDir)
  const writer = new Kysely<Tables>({ dialect: new NodeSqliteDialect(connections[0], count, log) })
  const reader = new Kysely<Tables>({ dialect: new NodeSqliteDialect(connections[1], count) })
  // Waiting for other processes is done by `beginWriting`, outside of SQLite.
  connections[0].exec('PRAGMA busy_timeout = 0')
  const turns = new WriteQueue()
  return {
    kind: 'sqlite',
    place,
    read: reader,
    write: work => turns.run(() => writer.transaction().execute(work)),
    stopWriting: () => connections[0].exec('PRAGMA query_only = ON'),
    writes: turns.load,
    ping: async () => void connections[1].exec('select count(*) from sqlite_schema'),
    get statements() {
      return statements
    },
    close: async () => {
      await turns.run(() => writer.destroy())
      await reader.destroy()
      // Kysely leaves a connection open that it was never asked to use, and with it the log beside the file.
      for (const each of connections) if (each.isOpen) each.close()
    },
  }
}

/** Who only reads has no writes to count. */
const noWrites: WriteLoad = { waiting: 0, busyAt: Number.NEGATIVE_INFINITY }

/** Connections to PostgreSQL of one who only reads. */
const readConnections = 3

/**
 * Opens the same database for reading alone. It needs no turn among those who write.
 * @param onStatement is told each statement that is sent
 * @throws Error from `write`
 */
export function openReadDb(
  place: DbPlace,
  onStatement: (query: CompiledQuery) => void = () => undefined,
): Db {
  let statements = 0
  const count = (query: CompiledQuery) => {
    statements++
    onStatement(query)
  }
  const database = place.databaseUrl ? null : openSqlite(sqliteFile(place.dataDir), { readOnly: true })
  const pool = database ? null : openPostgres(place.databaseUrl!, count, readConnections)
  const read = pool?.kysely ?? new Kysely<Tables>({ dialect: new NodeSqliteDialect(database!, count) })
  return {
    kind: database ? 'sqlite' : 'postgres',
    place,
    read,
    write: () => Promise.reject(new Error('This connection only reads.')),
    stopWriting: () => undefined,
    writes: noWrites,
    ping: async () => void (await sql`select 1`.execute(read)),
    get statements() {
      return statements
    },
    close: () => pool?.close() ?? read.destroy(),
  }
}

function openPostgresDb(place: DbPlace, url: string): Db {
  let statements = 0
  const { kysely, ping, close } = openPostgres(url, () => void statements++)
  const calls = new CallWrites()
  return {
    kind: 'postgres',
    place,
    read: kysely,
    write: async work => {
      let cause: unknown
      const keepingCause = async (tx: Tx) => {
        try {
          return await work(tx)
        } catch (error) {
          cause = error
          throw error
        }
      }
      try {
        return await calls.count(kysely.transaction().execute(keepingCause))
      } catch (error) {
        // When the connection is gone the roll back fails too, and its complaint would hide why.
        throw cause ?? error
      }
    },
    stopWriting: () => undefined,
    writes: calls.load,
    ping,
    get statements() {
      return statements
    },
    close,
  }
}
