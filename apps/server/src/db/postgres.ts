import { randomBytes } from 'node:crypto'
import { callbackify } from 'node:util'
import {
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import { parsePostgresAddress } from './postgres/address.ts'
import { prepareConnection } from './postgres/connection.ts'
import { PostgresHosts } from './postgres/hosts.ts'
import { PostgresWatch } from './postgres/watch.ts'

// Counts and times are far below 2^53; as numbers they read the same from both databases.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Milliseconds that a call waits for a connection, a new one or one that is in use. */
const connectWithinMs = 4_000
/** Milliseconds that connections have to say goodbye before they are cut. */
const closeWithinMs = 2_000

/** A pool of connections to PostgreSQL. */
export interface OpenPostgres {
  kysely: Kysely<Tables>
  /** Asks for a sign of life, beside whatever keeps the pool busy. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a pool on PostgreSQL 15 or newer. It connects at the first statement.
 * @param most how many connections it opens
 */
export function openPostgres(url: string, count: (query: CompiledQuery) => void, most = 12): OpenPostgres {
  const address = parsePostgresAddress(url)
  const hosts = new PostgresHosts(address)
  // One name for each pool: it tells its connections from those of other processes.
  const application = `nestmark ${randomBytes(6).toString('base64url')}`
  const watch = new PostgresWatch(hosts, application)
  const pool = new pg.Pool({
    Client: createClientClass(hosts),
    connectionString: address.hosts[0]!.url,
    max: most,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Queries of one connection that nobody waited between travel together (`batch.ts`).
    pipeline: true,
  })
  /** Connections of an earlier generation lead to a server that takes no more writes. */
  let generation = 0
  const generations = new WeakMap<object, number>()
  // An idle connection that the server closes must not end the process; the next query opens another one.
  pool.on('error', () => undefined)
  pool.on('connect', client => {
    generations.set(client, generation)
    // Nor one that is closed in the middle of a transaction, between two of its queries; the next of them fails.
    client.on('error', () => hosts.forget())
    watch.add(client)
    prepareConnection(client, application, {
      sent: each => watch.sent(each),
      answered: (each, error) => {
        watch.answered(each)
        if (!isReadOnly(error)) return
        hosts.forget()
        if (generations.get(each) === generation) generation++
      },
    })
  })
  const checked: PostgresPool = {
    options: pool.options,
    async connect() {
      for (;;) {
        if (watch.away) throw watch.away
        const client = await pool.connect()
        if (generations.get(client) === generation) return client as unknown as PostgresPoolClient
        client.release(true)
      }
    },
    end: () => pool.end(),
  }
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: checked }),
    log: event => {
      if (event.level === 'query') count(event.query)
    },
  })
  return {
    kysely,
    ping: async () => {
      try {
        await watch.ping()
      } catch (error) {
        if (watch.away) throw error
        // The server may have no connection to spare, and the pool have one.
        await sql`select 1`.execute(kysely)
      }
    },
    close: async () => {
      const cut = setTimeout(() => watch.close(), closeWithinMs)
      await kysely.destroy()
      // A pool that nobody used was never handed over.
      if (!pool.ended && !pool.ending) await pool.end()
      clearTimeout(cut)
      watch.close()
    },
  }
}

/** Makes the driver's client connect to the host that is found in this moment. The pool connects by a callback. */
function createClientClass(hosts: PostgresHosts): typeof pg.Client {
  if (!hosts.several) return pg.Client
  class Client extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      const connected = this.#toHost()
      if (!callback) return connected
      callbackify(() => connected)(callback as (error: Error | null) => void)
    }

    async #toHost(): Promise<pg.Client> {
      const { host, port } = await hosts.pick()
      Object.assign(this, { host, port })
      try {
        return await super.connect()
      } catch (error) {
        hosts.forget()
        throw error
      }
    }
  }
  return Client
}

/** True for what a server says that only reads: it became a standby, or is held to reading. */
function isReadOnly(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === '25006'
}
