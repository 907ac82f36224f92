import pg from 'pg'
import type { Traffic } from './connection.ts'
import { connectClient, type PostgresHosts } from './hosts.ts'

/** Milliseconds. A statement without an answer for so long may be slow, or the database may be away. */
const suspectAfterMs = 1_000
/** A database that does not answer `select` within this is away. Together with the above below the promised 5 s. */
const answerWithinMs = 2_500
const lookEveryMs = 400
/** How often a database that is away is asked whether it is back. */
const askAgainMs = 300

/** PostgreSQL gives no answer. */
export class PostgresAwayError extends Error {
  override name = 'PostgresAwayError'
  /** PostgreSQL's own code for a connection that failed. */
  readonly code = '08006'
}

interface Waiting {
  statements: number
  /** When the oldest of them was sent, or the last answer came. */
  since: number
  /** Looks in a row at which its backend was not working for it. */
  idleLooks: number
}

/**
 * Finds out that PostgreSQL is away though no connection says so (dropped packets, a frozen host): when a statement
 * waits, a connection of its own asks whether the database still answers. Slow statements are left alone; when it does
 * not answer, every connection is closed, and calls are refused at once until it is back.
 */
export class PostgresWatch implements Traffic {
  readonly #hosts: PostgresHosts
  readonly #application: string
  readonly #clients = new Map<pg.Client, Waiting>()
  readonly #timer: NodeJS.Timeout
  #own: pg.Client | null = null
  #asking: Promise<Backend[]> | null = null
  #lastAnswer = 0
  #away: PostgresAwayError | null = null
  #closed = false
  #knowsBackends = true

  /** @param application what `pg_stat_activity` calls the connections that are watched; no other process uses it */
  constructor(hosts: PostgresHosts, application: string) {
    this.#hosts = hosts
    this.#application = application
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref()
  }

  /** Why calls are refused; null while the database answers. */
  get away(): PostgresAwayError | null {
    return this.#away
  }

  add(client: pg.Client): void {
    this.#clients.set(client, { statements: 0, since: 0, idleLooks: 0 })
    client.once('end', () => this.#clients.delete(client))
  }

  sent(client: pg.Client): void {
    const waiting = this.#clients.get(client)
    if (waiting && waiting.statements++ === 0) waiting.since = performance.now()
  }

  answered(client: pg.Client): void {
    const waiting = this.#clients.get(client)
    if (!waiting) return
    waiting.statements--
    waiting.idleLooks = 0
    this.#lastAnswer = waiting.since = performance.now()
  }

  /** Asks the database for a sign of life, on a connection that no statement keeps busy. */
  async ping(): Promise<void> {
    if (this.#away) throw this.#away
    await this.#ask()
  }

  /** Closes every connection, also those on which nobody answers. */
  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#drop()
    for (const client of this.#clients.keys()) client.connection.stream.destroy()
  }

  #look(): void {
    if (this.#away || this.#asking || this.#suspects().length === 0) return
    this.#ask().then(
      backends => this.#closeDead(backends),
      (error: unknown) => {
        // Nobody is there to ask. What the database itself says (too many connections, a restart) is an answer.
        if (/^E[A-Z]{3,}/.test(String((error as { code?: unknown }).code))) this.#closeDead([])
      },
    )
  }

  #suspects(): [pg.Client, Waiting][] {
    const before = performance.now() - suspectAfterMs
    return [...this.#clients].filter(([, { statements, since }]) => statements > 0 && since < before)
  }

  /** Closes connections whose backend is gone, or has long answered: their packets are lost. */
  #closeDead(backends: Backend[]): void {
    let closed = false
    for (const [client, waiting] of this.#suspects()) {
      const backend = backends.find(({ pid }) => pid === readProcessId(client))
      if (backend && !backend.state.startsWith('idle')) waiting.idleLooks = 0
      // Twice: it may have ended in this very moment.
      else if (++waiting.idleLooks >= 2) {
        closed = true
        client.connection.stream.destroy()
        this.#closeIdle(waiting.since)
      }
    }
    if (closed && this.#knowsBackends) this.#endLeftBackends().catch(() => undefined)
  }

  /** Closes connections that were not heard of for as long as one that was lost: they would be found out one by one. */
  #closeIdle(before: number): void {
    for (const [client, { statements, since }] of this.#clients)
      if (statements === 0 && since < before) client.connection.stream.destroy()
  }

  #ask(): Promise<Backend[]> {
    this.#asking ??= this.#askOnce().finally(() => (this.#asking = null))
    return this.#asking
  }

  async #askOnce(): Promise<Backend[]> {
    try {
      return await answerWithin(answerWithinMs, this.#backends())
    } catch (error) {
      this.#drop()
      // Somebody else was answered meanwhile: only this connection was lost.
      if (isSilence(error) && performance.now() - this.#lastAnswer > suspectAfterMs)
        this.#fall(new PostgresAwayError('PostgreSQL gives no answer.', { cause: error }))
      throw error
    }
  }

  async #backends(): Promise<Backend[]> {
    const client = (this.#own ??= await this.#connect())
    const { rows } = await client.query<Backend & { own: number }>(
      `select pid, coalesce(state, '') as state, pg_backend_pid() as own from pg_stat_activity where application_name = $1
        union all select 0, '', pg_backend_pid()`,
      [this.#application],
    )
    // Behind a pooler the numbers that connections know are not those of the backends.
    this.#knowsBackends = rows[0]!.own === readProcessId(client)
    if (!this.#knowsBackends)
      return [...this.#clients.keys()].map(each => ({ pid: readProcessId(each), state: 'active' }))
    return rows
  }

  async #connect(): Promise<pg.Client> {
    const client = await connectClient(this.#hosts, {
      // Longer than it is waited for: whose time is over first decides what is told.
      connectionTimeoutMillis: 2 * answerWithinMs,
      application_name: 'nestmark watch',
    })
    client.once('end', () => client === this.#own && (this.#own = null))
    if (this.#closed) client.connection.stream.destroy()
    return client
  }

  #drop(): void {
    this.#own?.connection.stream.destroy()
    this.#own = null
  }

  #fall(error: PostgresAwayError): void {
    if (this.#closed) return
    this.#away = error
    this.#hosts.forget()
    for (const client of this.#clients.keys()) client.connection.stream.destroy()
    void this.#untilBack()
  }

  async #untilBack(): Promise<void> {
    while (!this.#closed)
      try {
        await answerWithin(answerWithinMs, this.#endLeftBackends())
        this.#away = null
        return
      } catch {
        this.#drop()
        await new Promise(resolve => setTimeout(resolve, askAgainMs).unref())
      }
  }

  /** Backends of connections that were closed may still hold locks: to them their client is only silent. */
  async #endLeftBackends(): Promise<void> {
    const open = [...this.#clients.keys()].filter(client => !client.connection.stream.destroyed)
    const client = (this.#own ??= await this.#connect())
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = $1 and pid <> all($2::int[])`,
      [this.#application, open.map(readProcessId)],
    )
  }
}

/** True for an error that says no more than that there was no answer in time. */
function isSilence(error: unknown): boolean {
  return error instanceof PostgresAwayError || /timeout/i.test((error as Error).message)
}

interface Backend {
  pid: number
  /** 'active', 'idle' and others; 'disabled' where the server does not track it. */
  state: string
}

function readProcessId(client: pg.Client): number {
  return (client as unknown as { processID: number }).processID
}

/** @throws PostgresAwayError when there is no answer in time */
function answerWithin<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let answered = false
    const timer = setTimeout(() => {
      // When this process itself stood still, the answer may lie there unread: it is looked for once more.
      setImmediate(() =>
        setImmediate(() => {
          if (!answered) reject(new PostgresAwayError(`PostgreSQL gave no answer within ${ms / 1000} s.`))
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
