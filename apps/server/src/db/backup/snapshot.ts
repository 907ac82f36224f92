import type { DbLocation } from '../db.ts'
import { sqliteFile } from '../openDb.ts'
import { connectClient } from '../postgres/hosts.ts'
import { openSqlite } from '../sqlite.ts'

export type RawCell = string | number | null | Uint8Array

/** A consistent snapshot of a library during concurrent writes. */
export interface Snapshot {
  /** Returns the rows of a statement without parameters, as arrays. */
  rows(statement: string): AsyncIterable<RawCell[]>
  close(): Promise<void>
}

/** Opens a snapshot of the library. It does not block writers. */
export function openSnapshot(location: DbLocation): Promise<Snapshot> {
  return location.databaseUrl
    ? openPostgresSnapshot(location.databaseUrl)
    : openSqliteSnapshot(location.dataDir)
}

async function openSqliteSnapshot(dataDir: string): Promise<Snapshot> {
  const database = openSqlite(sqliteFile(dataDir))
  // The first read fixes the snapshot.
  database.exec('BEGIN')
  database.prepare('select count(*) from sqlite_master').get()
  return {
    async *rows(statement) {
      const prepared = database.prepare(statement)
      prepared.setReturnArrays(true)
      yield* prepared.iterate() as unknown as Iterable<RawCell[]>
    },
    close: async () => {
      database.exec('ROLLBACK')
      database.close()
    },
  }
}

const rowsPerFetch = 1000

async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = await connectClient(url, {
    connectionTimeoutMillis: 5_000,
    application_name: 'nestmark backup',
  })
  await client.query('begin isolation level repeatable read read only')
  // The first read fixes the snapshot.
  await client.query('select 1')
  return {
    async *rows(statement) {
      await client.query(`declare walk no scroll cursor for ${statement}`)
      for (;;) {
        const { rows } = await client.query<RawCell[]>({
          text: `fetch ${rowsPerFetch} from walk`,
          rowMode: 'array',
        })
        if (rows.length === 0) break
        yield* rows
      }
      await client.query('close walk')
    },
    close: () => client.end(),
  }
}
