import { sqliteFile, type DbPlace } from '../db.ts'
import { connectClient } from '../postgres/hosts.ts'
import { openSqlite } from '../sqlite.ts'

export type RawCell = string | number | null | Uint8Array

/** One moment of a library that is being written to: everything that is read from it is of that moment. */
export interface Snapshot {
  /** Rows of a statement without parameters, as arrays. */
  rows(statement: string): AsyncIterable<RawCell[]>
  close(): Promise<void>
}

/** Opens a library at this moment. It holds up nobody who writes. */
export function openSnapshot(place: DbPlace): Promise<Snapshot> {
  return place.databaseUrl ? openPostgresSnapshot(place.databaseUrl) : openSqliteSnapshot(place.dataDir)
}

async function openSqliteSnapshot(dataDir: string): Promise<Snapshot> {
  const database = openSqlite(sqliteFile(dataDir))
  // The moment is that of the first read.
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
  // The moment is that of the first read.
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
