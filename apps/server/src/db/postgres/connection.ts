import { createHash } from 'node:crypto'
import pg from 'pg'
import { isLongWork } from '../longWork.ts'

/** Statements kept prepared per connection; planning one costs more than running it. */
const statementsKept = 400

/** Milliseconds. A transaction never waits for anything but the database, so an idle one has lost its client. */
const idleInTransactionMs = 30_000
/** Milliseconds that a statement may run, and wait for a lock: of a call, and of long work. 0 is no limit. */
const limits = {
  call: `set statement_timeout = 30000; set lock_timeout = 15000`,
  long: `set statement_timeout = 0; set lock_timeout = 300000`,
}

/** Is told what happens on a connection. */
export interface Traffic {
  sent(client: pg.Client): void
  answered(client: pg.Client, error?: unknown): void
}

/** Names of prepared statements by their text. Bounded: texts are those of the program, not of its callers. */
const names = new Map<string, string>()
const namesKept = 4000

/**
 * Returns the name under which a statement is prepared. It comes from the text, so that wherever a connection leads, a
 * name never denotes another statement.
 */
function statementName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
  if (names.size >= namesKept) names.clear()
  names.set(text, name)
  return name
}

/**
 * Makes a connection prepare each statement once, send what a transaction asks in one moment in one piece, and `begin`
 * along with the first statement of it instead of waiting for its answer. Kysely sends text alone, so the name of a
 * prepared statement is put on here; statements without parameters (`commit`, migrations) stay as they are.
 * @param application what `pg_stat_activity` calls the connection
 */
export function prepareConnection(client: pg.Client, application: string, traffic: Traffic): void {
  const driver = client.query.bind(client) as (query: unknown, values?: unknown[]) => Promise<unknown>
  const prepared = new Set<string>()
  let begun: Promise<unknown> | null = null
  let inTransaction = false
  let held = false
  let limit: keyof typeof limits | null = null

  function send(query: unknown, values?: unknown[]): Promise<unknown> {
    traffic.sent(client)
    const answer = driver(query, values)
    answer.then(
      () => traffic.answered(client),
      (error: unknown) => traffic.answered(client, error),
    )
    return answer
  }

  /**
   * Holds back what is written until nothing more is asked in this moment: one packet instead of one for each statement.
   * Not what is asked outside of a transaction, which comes alone.
   */
  function sendTogether(): void {
    if (held) return
    held = true
    const { stream } = client.connection
    stream.cork()
    // Runs when all promises that are settled now have gone on.
    process.nextTick(() => {
      held = false
      stream.uncork()
    })
  }

  function sendPrepared(query: unknown, values?: unknown[]): Promise<unknown> {
    if (typeof query !== 'string' || !values?.length) return send(query, values)
    if (!prepared.has(query)) {
      if (prepared.size >= statementsKept) return send(query, values)
      prepared.add(query)
    }
    return send({ name: statementName(query), text: query, values })
  }

  /** Travels ahead of the statement it is for. A setting made inside a transaction would go with its rollback. */
  function setLimit(): void {
    const wanted = isLongWork() ? 'long' : 'call'
    if (wanted === limit) return
    limit = wanted
    // A connection that cannot set it is lost; the statement behind says so.
    send(limits[wanted]).catch(() => undefined)
  }

  send(
    `set application_name = '${application}'; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
  ).catch(() => undefined)

  client.query = ((query: unknown, values?: unknown[]) => {
    if (!inTransaction) setLimit()
    if (query === 'begin') inTransaction = true
    else if (query === 'commit' || query === 'rollback') inTransaction = false
    if (inTransaction) sendTogether()
    if (query === 'begin') {
      begun = send(query)
      // Told to the statement that follows, which is at the latest the `rollback`.
      begun.catch(() => undefined)
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
    }
    const answer = sendPrepared(query, values)
    if (!begun) return answer
    const both = Promise.all([begun, answer])
    begun = null
    return both.then(([, result]) => result)
  }) as typeof client.query
}
