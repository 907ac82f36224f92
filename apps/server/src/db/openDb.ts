import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { CommitLog } from './writes/commitLog.ts'
import { DiskReserve } from './writes/diskReserve.ts'
import { requestEnd } from './writes/longTransaction.ts'
import { openPostgres } from './postgres.ts'
import { emptyLog, NodeSqliteDialect, openSqlite } from './sqlite.ts'
import type { Tables } from './tables/allTables.ts'
import type { Db, DbLocation, Tx } from './db.ts'
import { CallWrites, type WriteLoad, WriteQueue } from './writes/writeQueue.ts'
import { WriteShares } from './writes/writeShares.ts'

/**
 * Opens the configured database: PostgreSQL when `databaseUrl` is set, otherwise SQLite in `dataDir`.
 * @param cacheKb the memory for pages of each of the two connections to SQLite, in kB
 */
export function openDb(location: DbLocation, { cacheKb }: { cacheKb?: number } = {}): Db {
  return location.databaseUrl
    ? openPostgresDb(location, location.databaseUrl)
    : openSqliteDb(location, cacheKb)
}

/** Returns the path of the SQLite file. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'nestmark.db')
}

function openSqliteDb(location: DbLocation, cacheKb?: number): Db {
  mkdirSync(location.dataDir, { recursive: true, mode: 0o700 })
  const file = sqliteFile(location.dataDir)
  let statements = 0
  const count = () => void statements++
  const connections = [openSqlite(file, { cacheKb }), openSqlite(file, { cacheKb })] as const
  const log = new CommitLog(connections[0], location.dataDir)
  const onWait = () => requestEnd(location.dataDir)
  const writer = new Kysely<Tables>({ dialect: new NodeSqliteDialect(connections[0], count, log, onWait) })
  const reader = new Kysely<Tables>({ dialect: new NodeSqliteDialect(connections[1], count) })
  // `beginWriteTransaction` waits for other processes, outside of SQLite.
  connections[0].exec('PRAGMA busy_timeout = 0')
  const queue = new WriteQueue(onWait)
  const reserve = new DiskReserve(location.dataDir)
  let isClosed = false
  return {
    kind: 'sqlite',
    location,
    read: reader,
    write: (work, { isLoad } = {}) => {
      // Made here, where the stack names the caller.
      if (isClosed) return Promise.reject(new Error('The database is closed.'))
      const transaction = async () => {
        reserve.prepare()
        try {
          return await writer.transaction().execute(work)
        } catch (error) {
          reserve.onError(error)
          throw error
        }
      }
      return queue.run(transaction, isLoad)
    },
    stopWriting: () => connections[0].exec('PRAGMA query_only = ON'),
    emptyLog: () => queue.run(async () => emptyLog(connections[0])),
    writes: queue.load,
    ping: async () => void connections[1].exec('select count(*) from sqlite_schema'),
    get statements() {
      return statements
    },
    close: async () => {
      isClosed = true
      await queue.run(() => writer.destroy())
      await reader.destroy()
      // Kysely does not close a connection that was never used, and with it the log next to the file would remain.
      for (const each of connections) if (each.isOpen) each.close()
    },
  }
}

/** A read-only connection has no write load. */
const noWrites: WriteLoad = { waiting: 0, busyAt: Number.NEGATIVE_INFINITY }

/** Pool size of a read-only connection to PostgreSQL. */
const readConnections = 3

/**
 * Opens the same database read-only. It does not use the write queue.
 * @param onStatement receives each statement that is sent
 * @throws Error from `write`
 */
export function openReadDb(
  location: DbLocation,
  onStatement: (query: CompiledQuery) => void = () => undefined,
): Db {
  let statements = 0
  const count = (query: CompiledQuery) => {
    statements++
    onStatement(query)
  }
  const pool = location.databaseUrl ? openPostgres(location.databaseUrl, count, readConnections) : null
  const openReader = () => openSqlite(sqliteFile(location.dataDir), { readOnly: true })
  const read = pool?.kysely ?? new Kysely<Tables>({ dialect: new NodeSqliteDialect(openReader(), count) })
  return {
    kind: pool ? 'postgres' : 'sqlite',
    location,
    read,
    write: () => Promise.reject(new Error('This connection is read-only.')),
    stopWriting: () => undefined,
    emptyLog: async () => true,
    writes: noWrites,
    ping: async () => void (await sql`select 1`.execute(read)),
    get statements() {
      return statements
    },
    close: () => pool?.close() ?? read.destroy(),
  }
}

function openPostgresDb(location: DbLocation, url: string): Db {
  let statements = 0
  const { kysely, ping, close } = openPostgres(url, () => void statements++)
  const calls = new CallWrites()
  const shares = new WriteShares()
  return {
    kind: 'postgres',
    location,
    read: kysely,
    write: async (work, { isLoad } = {}) => {
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
        const transaction = () => kysely.transaction().execute(keepingCause)
        // The transactions of a queue are short, and wait for no lock of a person.
        return await calls.count(isLoad === false ? transaction() : shares.run(transaction), isLoad)
      } catch (error) {
        // When the connection is lost, the rollback fails too, and its error would hide the cause.
        throw cause ?? error
      }
    },
    stopWriting: () => undefined,
    emptyLog: async () => true,
    writes: calls.load,
    ping,
    get statements() {
      return statements
    },
    close,
  }
}
