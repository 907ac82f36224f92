import type pg from 'pg'
import type { QueryObserver } from './connection.ts'
import { connectClient, type PostgresHosts } from './hosts.ts'

/** Milliseconds. A statement without a response for this long is slow, or the database is unreachable. */
const suspectAfterMs = 1_000
/**
 * A database that does not answer a `select` within this time is unreachable. Together with the above, less than the
 * guaranteed 5 s.
 */
const responseTimeoutMs = 2_500
const checkIntervalMs = 400
/** Milliseconds between checks of an unreachable database. */
const retryIntervalMs = 300

/** PostgreSQL does not respond. */
export class PostgresUnreachableError extends Error {
  override name = 'PostgresUnreachableError'
  /** PostgreSQL's code for connection_failure. */
  readonly code = '08006'
}

interface Waiting {
  statements: number
  /** When the oldest of them was sent, or the last response arrived. */
  since: number
  /** Consecutive checks in which its backend was idle. */
  idleChecks: number
}

/**
 * Detects an unreachable PostgreSQL whose connections report no error (dropped packets, a frozen host). When
 * a statement waits, a separate connection checks whether the database still responds. Slow statements are
 * not touched. When there is no response, all connections are closed, and calls are rejected immediately
 * until the database responds again.
 */
export class PostgresMonitor implements QueryObserver {
  readonly #hosts: PostgresHosts
  readonly #application: string
  readonly #clients = new Map<pg.Client, Waiting>()
  readonly #timer: NodeJS.Timeout
  #client: pg.Client | null = null
  #runningCheck: Promise<Backend[]> | null = null
  #lastResponseAt = 0
  #unreachableError: PostgresUnreachableError | null = null
  #closed = false
  #hasBackendIds = true

  /**
   * @param application the name of the watched connections in `pg_stat_activity`; no other process uses it
   */
  constructor(hosts: PostgresHosts, application: string) {
    this.#hosts = hosts
    this.#application = application
    this.#timer = setInterval(() => this.#checkSuspects(), checkIntervalMs).unref()
  }

  /** The error with which calls are rejected; null while the database responds. */
  get unreachableError(): PostgresUnreachableError | null {
    return this.#unreachableError
  }

  add(client: pg.Client): void {
    this.#clients.set(client, { statements: 0, since: 0, idleChecks: 0 })
    client.once('end', () => this.#clients.delete(client))
  }

  onSent(client: pg.Client): void {
    const waiting = this.#clients.get(client)
    if (waiting && waiting.statements++ === 0) waiting.since = performance.now()
  }

  onResult(client: pg.Client): void {
    const waiting = this.#clients.get(client)
    if (!waiting) return
    waiting.statements--
    waiting.idleChecks = 0
    this.#lastResponseAt = waiting.since = performance.now()
  }

  /** Checks the database on a separate connection that no statement blocks. */
  async ping(): Promise<void> {
    if (this.#unreachableError) throw this.#unreachableError
    await this.#checkBackends()
  }

  /** Closes every connection, including unresponsive ones. */
  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#dropClient()
    for (const client of this.#clients.keys()) client.connection.stream.destroy()
  }

  #checkSuspects(): void {
    if (this.#unreachableError || this.#runningCheck || this.#listSuspects().length === 0) return
    this.#checkBackends().then(
      backends => this.#closeDead(backends),
      (error: unknown) => {
        // A system error means that the host is unreachable. An error of the database itself (too many
        // connections, a restart) is a response.
        if (/^E[A-Z]{3,}/.test(String((error as { code?: unknown }).code))) this.#closeDead([])
      },
    )
  }

  #listSuspects(): [pg.Client, Waiting][] {
    const before = performance.now() - suspectAfterMs
    return [...this.#clients].filter(([, { statements, since }]) => statements > 0 && since < before)
  }

  /** Closes connections whose backend is missing, or became idle long ago: their packets are lost. */
  #closeDead(backends: Backend[]): void {
    let closed = false
    for (const [client, waiting] of this.#listSuspects()) {
      const backend = backends.find(({ pid }) => pid === readProcessId(client))
      if (backend && !backend.state.startsWith('idle')) waiting.idleChecks = 0
      // Twice, because the statement may have ended at this time.
      else if (++waiting.idleChecks >= 2) {
        closed = true
        client.connection.stream.destroy()
        this.#closeIdle(waiting.since)
      }
    }
    if (closed && this.#hasBackendIds) this.#terminateOrphanedBackends().catch(() => undefined)
  }

  /**
   * Closes connections idle for at least as long as a lost one, which otherwise would be detected one by one.
   */
  #closeIdle(before: number): void {
    for (const [client, { statements, since }] of this.#clients)
      if (statements === 0 && since < before) client.connection.stream.destroy()
  }

  #checkBackends(): Promise<Backend[]> {
    this.#runningCheck ??= this.#checkBackendsOnce().finally(() => (this.#runningCheck = null))
    return this.#runningCheck
  }

  async #checkBackendsOnce(): Promise<Backend[]> {
    try {
      return await withTimeout(responseTimeoutMs, this.#readBackends())
    } catch (error) {
      this.#dropClient()
      // When another connection got a response concurrently, only this one was lost.
      if (isTimeout(error) && performance.now() - this.#lastResponseAt > suspectAfterMs)
        this.#markUnreachable(new PostgresUnreachableError('PostgreSQL gives no answer.', { cause: error }))
      throw error
    }
  }

  async #readBackends(): Promise<Backend[]> {
    const client = (this.#client ??= await this.#connect())
    const { rows } = await client.query<Backend & { own: number }>(
      `select pid, coalesce(state, '') as state, pg_backend_pid() as own from pg_stat_activity where application_name = $1
        union all select 0, '', pg_backend_pid()`,
      [this.#application],
    )
    // Behind a pooler, the process ids of connections are not those of the backends.
    this.#hasBackendIds = rows[0]?.own === readProcessId(client)
    if (!this.#hasBackendIds)
      return [...this.#clients.keys()].map(each => ({ pid: readProcessId(each), state: 'active' }))
    return rows
  }

  async #connect(): Promise<pg.Client> {
    const client = await connectClient(this.#hosts, {
      // Longer than `responseTimeoutMs`, so that `withTimeout` determines the error.
      connectionTimeoutMillis: 2 * responseTimeoutMs,
      application_name: 'nestmark watch',
    })
    client.once('end', () => client === this.#client && (this.#client = null))
    if (this.#closed) client.connection.stream.destroy()
    return client
  }

  #dropClient(): void {
    this.#client?.connection.stream.destroy()
    this.#client = null
  }

  #markUnreachable(error: PostgresUnreachableError): void {
    if (this.#closed) return
    this.#unreachableError = error
    this.#hosts.invalidate()
    for (const client of this.#clients.keys()) client.connection.stream.destroy()
    void this.#awaitRecovery()
  }

  async #awaitRecovery(): Promise<void> {
    while (!this.#closed)
      try {
        await withTimeout(responseTimeoutMs, this.#terminateOrphanedBackends())
        this.#unreachableError = null
        return
      } catch {
        this.#dropClient()
        await new Promise(resolve => setTimeout(resolve, retryIntervalMs).unref())
      }
  }

  /**
   * Terminates the backends of closed connections: they may still hold locks, because to them the client is
   * only idle.
   */
  async #terminateOrphanedBackends(): Promise<void> {
    const open = [...this.#clients.keys()].filter(client => !client.connection.stream.destroyed)
    const client = (this.#client ??= await this.#connect())
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = $1 and pid <> all($2::int[])`,
      [this.#application, open.map(readProcessId)],
    )
  }
}

/** Returns true for an error that means a missing response. */
function isTimeout(error: unknown): boolean {
  return error instanceof PostgresUnreachableError || /timeout/i.test((error as Error).message)
}

interface Backend {
  pid: number
  /** 'active', 'idle' and others; 'disabled' when the server does not track it. */
  state: string
}

function readProcessId(client: pg.Client): number {
  return (client as unknown as { processID: number }).processID
}

/** @throws PostgresUnreachableError when there is no response in time */
function withTimeout<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let answered = false
    const timer = setTimeout(() => {
      // When this process itself was blocked, the response may be in the socket unread, so the event loop
      // gets another pass.
      setImmediate(() =>
        setImmediate(() => {
          if (!answered)
            reject(new PostgresUnreachableError(`PostgreSQL gave no answer within ${ms / 1000} s.`))
        }),
      )
    }, ms)
    answer
      .finally(() => {
        answered = true
        clearTimeout(timer)
      })
      .then(resolve, reject)
  })
}
