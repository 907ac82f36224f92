import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type Transaction } from 'kysely'
import { openPostgres } from './postgres.ts'
import { NodeSqliteDialect, openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'
import { WriteTurns } from './writeTurns.ts'

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
  const [writer, reader] = connections.map(
    each => new Kysely<Tables>({ dialect: new NodeSqliteDialect(each, count) }),
  ) as [Kysely<Tables>, Kysely<Tables>]
  // Waiting for other processes is done by `beginWriting`, outside of SQLite.
  connections[0].exec('PRAGMA busy_timeout = 0')
  const turns = new WriteTurns()
  return {
    kind: 'sqlite',
    place,
    read: reader,
    write: work => turns.run(() => writer.transaction().execute(work)),
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

function openPostgresDb(place: DbPlace, url: string): Db {
  let statements = 0
  const kysely = openPostgres(url, () => void statements++)
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
        return await kysely.transaction().execute(keepingCause)
      } catch (error) {
        // When the connection is gone the roll back fails too, and its complaint would hide why.
        throw cause ?? error
      }
    },
    get statements() {
      return statements
    },
    close: () => kysely.destroy(),
  }
}
