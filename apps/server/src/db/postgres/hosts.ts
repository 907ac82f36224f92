import { assertDefined } from '@nestmark/core/assertDefined'
import type pg from 'pg'
import { parsePostgresAddress, type PostgresAddress, type PostgresHost } from './address.ts'
import { getDriver } from './driver.ts'

/** Milliseconds that a host has to report whether it accepts writes. */
const hostTimeoutMs = 1_500

/** None of the hosts that respond accepts writes. */
class NoWritableHostError extends Error {
  override name = 'NoWritableHostError'
  /** PostgreSQL's code for read_only_sql_transaction. */
  readonly code = '25006'
}

/**
 * Selects the server to use among the hosts of an address, and caches it until it fails or stops accepting
 * writes.
 */
export class PostgresHosts {
  readonly #address: PostgresAddress
  #found: PostgresHost | null = null
  #search: Promise<PostgresHost> | null = null

  constructor(address: PostgresAddress) {
    this.#address = address
    const [first, second] = address.hosts
    if (first && !second && !address.requiresWritable) this.#found = first
  }

  /** True when a selection is necessary. */
  get needsSelection(): boolean {
    return this.#address.hosts.length > 1 || this.#address.requiresWritable
  }

  /**
   * Returns the host to connect to.
   * @throws the error of the first host when none can be reached, or NoWritableHostError
   */
  pick(): Promise<PostgresHost> {
    if (this.#found) return Promise.resolve(this.#found)
    this.#search ??= this.#find().finally(() => (this.#search = null))
    return this.#search
  }

  /** Discards the cached host, so that the next connection selects again. */
  invalidate(): void {
    if (this.needsSelection) this.#found = null
  }

  async #find(): Promise<PostgresHost> {
    const { hosts, requiresWritable } = this.#address
    // Queries all hosts concurrently, so that one without a response does not delay the others. The first writable one
    // in the address's order wins.
    const pending = hosts.map(host => ({
      host,
      answer: acceptsWrites(host).catch((error: unknown) => ({ error })),
    }))
    let readable: PostgresHost | null = null
    let failure: unknown
    for (const { host, answer } of pending) {
      const result = await answer
      if (result === true) return (this.#found = host)
      if (result === false) readable ??= host
      else failure ??= result.error
    }
    // Not cached: a host may accept writes by the next connection.
    if (readable && !requiresWritable) return readable
    if (readable) throw new NoWritableHostError('No host of DATABASE_URL accepts writes at the moment.')
    throw failure
  }
}

async function acceptsWrites({ url }: PostgresHost): Promise<boolean> {
  const client = new (getDriver().Client)({
    connectionString: url,
    connectionTimeoutMillis: hostTimeoutMs,
    query_timeout: hostTimeoutMs,
    application_name: 'nestmark hosts',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ writes: boolean }>(
      `select current_setting('transaction_read_only') = 'off' as writes`,
    )
    return assertDefined(rows[0], 'row').writes
  } finally {
    client.connection.stream.destroy()
  }
}

/**
 * Opens a single connection to the currently selected host.
 * @param hosts an address, or existing hosts
 * @throws the host's error, after closing the connection
 */
export async function connectClient(
  hosts: PostgresHosts | string,
  options: Omit<pg.ClientConfig, 'connectionString'>,
): Promise<pg.Client> {
  const known = typeof hosts === 'string' ? new PostgresHosts(parsePostgresAddress(hosts)) : hosts
  const { url } = await known.pick()
  const client = new (getDriver().Client)({ ...options, keepAlive: true, connectionString: url })
  // Without a listener, an idle connection that breaks would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    client.connection.stream.destroy()
    known.invalidate()
    throw error
  }
}
