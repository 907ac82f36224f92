import pg from 'pg'
import { parsePostgresAddress, type PostgresAddress, type PostgresHost } from './address.ts'

/** Milliseconds that one host has to say whether it takes writes. */
const tryMs = 1_500

/** None of the hosts that answer takes writes. */
class NoWritableHostError extends Error {
  override name = 'NoWritableHostError'
  /** PostgreSQL's own code for a database that is only read. */
  readonly code = '25006'
}

/**
 * Finds the server to work with among the hosts of an address, and remembers it until it fails or takes no more writes.
 */
export class PostgresHosts {
  readonly #address: PostgresAddress
  #found: PostgresHost | null = null
  #search: Promise<PostgresHost> | null = null

  constructor(address: PostgresAddress) {
    this.#address = address
    if (address.hosts.length === 1 && !address.mustWrite) this.#found = address.hosts[0]!
  }

  /** True where there is something to choose. */
  get several(): boolean {
    return this.#address.hosts.length > 1 || this.#address.mustWrite
  }

  /**
   * Returns the host to connect to.
   * @throws what the first host says when none can be reached, or NoWritableHostError
   */
  pick(): Promise<PostgresHost> {
    if (this.#found) return Promise.resolve(this.#found)
    this.#search ??= this.#find().finally(() => (this.#search = null))
    return this.#search
  }

  /** Looks for the host anew at the next connection. */
  forget(): void {
    if (this.several) this.#found = null
  }

  async #find(): Promise<PostgresHost> {
    const { hosts, mustWrite } = this.#address
    // All at once: one that gives no answer must not cost the others their time. The order decides among those that do.
    const asked = hosts.map(host => takesWrites(host).catch((error: unknown) => ({ error })))
    let readable: PostgresHost | null = null
    let failure: unknown
    for (const [index, answer] of asked.entries()) {
      const said = await answer
      if (said === true) return (this.#found = hosts[index]!)
      if (said === false) readable ??= hosts[index]!
      else failure ??= said.error
    }
    // Not remembered: the next connection asks again which one takes writes by then.
    if (readable && !mustWrite) return readable
    if (readable) throw new NoWritableHostError('No host of DATABASE_URL takes writes at the moment.')
    throw failure
  }
}

async function takesWrites({ url }: PostgresHost): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: tryMs,
    query_timeout: tryMs,
    application_name: 'nestmark hosts',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ writes: boolean }>(
      `select current_setting('transaction_read_only') = 'off' as writes`,
    )
    return rows[0]!.writes
  } finally {
    client.connection.stream.destroy()
  }
}

/**
 * Opens a single connection to the host that is found in this moment.
 * @param hosts an address, or hosts that are known already
 * @throws what the host says; nothing of the connection is left then
 */
export async function connectClient(
  hosts: PostgresHosts | string,
  options: Omit<pg.ClientConfig, 'connectionString'>,
): Promise<pg.Client> {
  const known = typeof hosts === 'string' ? new PostgresHosts(parsePostgresAddress(hosts)) : hosts
  const { url } = await known.pick()
  const client = new pg.Client({ ...options, keepAlive: true, connectionString: url })
  // A connection that breaks while nobody asks anything must not end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    client.connection.stream.destroy()
    known.forget()
    throw error
  }
}
