import { randomBytes } from 'node:crypto'
import { callbackify } from 'node:util'
import { assertDefined } from '@nestmark/core/assertDefined'
import {
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables/allTables.ts'
import { parsePostgresAddress } from './postgres/address.ts'
import { prepareConnection } from './postgres/connection.ts'
import { getDriver } from './postgres/driver.ts'
import { PostgresHosts } from './postgres/hosts.ts'
import { PostgresMonitor } from './postgres/monitor.ts'

/** Milliseconds that a call waits for a connection, new or pooled. */
const connectTimeoutMs = 4_000
/** Milliseconds that connections have to close gracefully before they are destroyed. */
const closeTimeoutMs = 2_000

/**
 * Opens a pool of connections to PostgreSQL 15 or newer. It connects at the first statement.
 * @param max the maximum number of connections
 */
export function openPostgres(url: string, count: (query: CompiledQuery) => void, max = 12) {
  const address = parsePostgresAddress(url)
  const hosts = new PostgresHosts(address)
  // A separate name per pool distinguishes its connections from those of other processes.
  const application = `nestmark ${randomBytes(6).toString('base64url')}`
  const monitor = new PostgresMonitor(hosts, application)
  const pool = new (getDriver().Pool)({
    Client: createClientClass(hosts),
    connectionString: assertDefined(address.hosts[0], 'host').url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Pipelines queries that are sent without awaiting each other (`batch.ts`).
    pipeline: true,
  })
  /** Connections of an earlier generation lead to a server that became read-only. */
  let generation = 0
  const generations = new WeakMap<object, number>()
  // Without a listener, an idle connection closed by the server would end the process; the next query opens
  // another one.
  pool.on('error', () => undefined)
  pool.on('connect', client => {
    generations.set(client, generation)
    // The same for a connection closed inside a transaction, between two queries; the next query fails.
    client.on('error', () => hosts.invalidate())
    monitor.add(client)
    prepareConnection(client, application, {
      onSent: each => monitor.onSent(each),
      onResult: (each, error) => {
        monitor.onResult(each)
        if (!isReadOnly(error)) return
        hosts.invalidate()
        if (generations.get(each) === generation) generation++
      },
    })
  })
  const checkedPool: PostgresPool = {
    options: pool.options,
    async connect() {
      for (;;) {
        if (monitor.unreachableError) throw monitor.unreachableError
        const client = await pool.connect()
        if (generations.get(client) === generation) return client as unknown as PostgresPoolClient
        client.release(true)
      }
    },
    end: () => pool.end(),
  }
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: checkedPool }),
    log: event => {
      if (event.level === 'query') count(event.query)
    },
  })
  return {
    kysely,
    /** Checks the database on a connection outside the pool. */
    ping: async () => {
      try {
        await monitor.ping()
      } catch (error) {
        if (monitor.unreachableError) throw error
        // The server may have no free connection for the check while the pool has one.
        await sql`select 1`.execute(kysely)
      }
    },
    close: async () => {
      const closeTimer = setTimeout(() => monitor.close(), closeTimeoutMs)
      await kysely.destroy()
      // Kysely does not own a pool that was never used, and so does not end it.
      if (!pool.ended && !pool.ending) await pool.end()
      clearTimeout(closeTimer)
      monitor.close()
    },
  }
}

/**
 * Creates a client class that connects to the currently available host. The pool calls `connect` with a
 * callback.
 */
function createClientClass(hosts: PostgresHosts): typeof pg.Client {
  const driver = getDriver()
  if (!hosts.needsSelection) return driver.Client
  class Client extends driver.Client {
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
        hosts.invalidate()
        throw error
      }
    }
  }
  return Client
}

/** Returns true for the error of a read-only server: it became a standby, or was set to read-only. */
function isReadOnly(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === '25006'
}
