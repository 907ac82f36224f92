import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

// Counts and times are far below 2^53; as numbers they read the same from both databases.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Opens a pool on PostgreSQL 15 or newer. */
export function openPostgres(url: string, count: () => void): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    // Queries of one connection that nobody waited between travel together (`batch.ts`).
    pipeline: true,
  })
  // An idle connection that the server closes must not end the process; the next query opens another one.
  pool.on('error', () => undefined)
  // Nor one that is closed in the middle of a transaction, between two of its queries; the next of them fails.
  pool.on('connect', client => client.on('error', () => undefined))
  pool.on('connect', saveWays)
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: event => {
      if (event.level === 'query') count()
    },
  })
}

/** Statements kept prepared per connection; planning one costs more than running it. */
const statementsKept = 400

/**
 * Makes a connection prepare each statement once, send what a transaction asks in one moment in one piece, and `begin`
 * along with the first statement of it instead of waiting for its answer. Kysely sends text alone, so the name of a
 * prepared statement is put on here; statements without parameters (`commit`, migrations) stay as they are.
 */
function saveWays(client: pg.Client): void {
  const plain = client.query.bind(client) as (query: unknown, values?: unknown[]) => Promise<unknown>
  const names = new Map<string, string>()
  let begun: Promise<unknown> | null = null
  let inTransaction = false
  let held = false

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

  function prepared(query: unknown, values?: unknown[]): Promise<unknown> {
    if (typeof query !== 'string' || !values?.length) return plain(query, values)
    let name = names.get(query)
    if (!name) {
      if (names.size >= statementsKept) return plain(query, values)
      names.set(query, (name = `s${names.size}`))
    }
    return plain({ name, text: query, values })
  }

  client.query = ((query: unknown, values?: unknown[]) => {
    if (query === 'begin') inTransaction = true
    else if (query === 'commit' || query === 'rollback') inTransaction = false
    if (inTransaction) sendTogether()
    if (query === 'begin') {
      begun = plain(query)
      // Told to the statement that follows, which is at the latest the `rollback`.
      begun.catch(() => undefined)
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
    }
    const answer = prepared(query, values)
    if (!begun) return answer
    const both = Promise.all([begun, answer])
    begun = null
    return both.then(([, result]) => result)
  }) as typeof client.query
}
