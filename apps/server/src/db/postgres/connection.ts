import { createHash } from 'node:crypto'
import type pg from 'pg'
import { isLongWork } from '../writes/longWork.ts'

/** Maximum of prepared statements per connection; planning a statement costs more than running it. */
const maxStatements = 400

/** Milliseconds. A transaction waits for nothing but the database, so an idle one has lost its client. */
const idleInTransactionMs = 30_000
/**
 * The size of the list of new full-text entries, in kB, above which a transaction adds them to the index: the least, because
 * every search reads the list. `indexLoad.ts` has a longer one.
 */
const newEntriesKb = 64
/**
 * The maximum time a statement may run, and wait for a lock, in milliseconds: for calls and for long work. 0
 * means no limit.
 */
const timeoutSettings = {
  call: `set statement_timeout = 30000; set lock_timeout = 15000`,
  long: `set statement_timeout = 0; set lock_timeout = 300000`,
}

/** Observes the queries of a connection. */
export interface QueryObserver {
  onSent(client: pg.Client): void
  onResult(client: pg.Client, error?: unknown): void
}

/**
 * Names of prepared statements by text. Bounded, because the texts come from the program, not from its
 * callers.
 */
const names = new Map<string, string>()
const maxNames = 4000

/**
 * Returns the name of a prepared statement. It is a hash of the text, so that on any connection a name always
 * denotes the same statement.
 */
function statementName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
  if (names.size >= maxNames) names.clear()
  names.set(text, name)
  return name
}

/**
 * Makes a connection prepare each statement once, send the statements of a transaction that are issued in one
 * tick together, and send `begin` with the first statement instead of awaiting it. Kysely sends text only, so
 * the name of the prepared statement is added here. Statements without parameters (`commit`, migrations) are
 * unchanged.
 * @param application the connection's name in `pg_stat_activity`
 */
export function prepareConnection(client: pg.Client, application: string, observer: QueryObserver): void {
  const driver = client.query.bind(client) as (query: unknown, values?: unknown[]) => Promise<unknown>
  const prepared = new Set<string>()
  let pendingBegin: Promise<unknown> | null = null
  let inTransaction = false
  let isCorked = false
  let limit: keyof typeof timeoutSettings | null = null

  function send(query: unknown, values?: unknown[]): Promise<unknown> {
    observer.onSent(client)
    const answer = driver(query, values)
    answer.then(
      () => observer.onResult(client),
      (error: unknown) => observer.onResult(client, error),
    )
    return answer
  }

  /**
   * Buffers output until the end of the tick: one packet instead of one per statement. Statements outside a
   * transaction are single, so they are not buffered.
   */
  function corkUntilTickEnd(): void {
    if (isCorked) return
    isCorked = true
    const { stream } = client.connection
    stream.cork()
    // Runs after the continuations of all settled promises.
    process.nextTick(() => {
      isCorked = false
      stream.uncork()
    })
  }

  function sendPrepared(query: unknown, values?: unknown[]): Promise<unknown> {
    if (typeof query !== 'string' || !values?.length) return send(query, values)
    if (!prepared.has(query)) {
      if (prepared.size >= maxStatements) return send(query, values)
      prepared.add(query)
    }
    return send({ name: statementName(query), text: query, values })
  }

  /**
   * Sends the limits before the statement they apply to. A setting made inside a transaction would be undone
   * by its rollback.
   */
  function applyTimeouts(): void {
    const wanted = isLongWork() ? 'long' : 'call'
    if (wanted === limit) return
    limit = wanted
    // If this fails the connection is lost, and the next statement reports it.
    send(timeoutSettings[wanted]).catch(() => undefined)
  }

  send(
    `set application_name = '${application}'; set idle_in_transaction_session_timeout = ${idleInTransactionMs};
      set gin_pending_list_limit = ${newEntriesKb}`,
  ).catch(() => undefined)

  client.query = ((query: unknown, values?: unknown[]) => {
    if (!inTransaction) applyTimeouts()
    if (query === 'begin') inTransaction = true
    else if (query === 'commit' || query === 'rollback') inTransaction = false
    if (inTransaction) corkUntilTickEnd()
    if (query === 'begin') {
      pendingBegin = send(query)
      // The error is reported by the next statement, at the latest the `rollback`.
      pendingBegin.catch(() => undefined)
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
    }
    const answer = sendPrepared(query, values)
    if (!pendingBegin) return answer
    const both = Promise.all([pendingBegin, answer])
    pendingBegin = null
    return both.then(([, result]) => result)
  }) as typeof client.query
}
