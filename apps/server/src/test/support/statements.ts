import { type CompiledQuery, sql } from 'kysely'
import type { Db, DbLocation } from '../../db/db.ts'
import { openReadDb } from '../../db/openDb.ts'
import type { Actor } from '../../access/actor.ts'
import type { Call } from '../../calls/call.ts'
import type { Route } from '../../calls/route.ts'
import type { ReadServices, Services } from '../../services.ts'

/** Runs read operations on a separate connection and records the statements that they send. */
export interface StatementRecorder {
  /** Runs an operation as an actor and returns the statements that it has sent. */
  run(route: Route, actor: Actor | null, input: unknown): Promise<CompiledQuery[]>
  /** Returns the statements that a function sends on the connection. */
  record(work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]>
  db: Db
}

export function recordStatements(
  services: Omit<ReadServices, 'db'> & { db: { location: DbLocation } },
): StatementRecorder {
  let sent: CompiledQuery[] = []
  const db = openReadDb(services.db.location, query => sent.push(query))
  async function record(work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
    sent = []
    await work(db)
    const all = sent
    sent = []
    return all
  }
  return {
    db,
    record,
    run(route, actor, input) {
      const call = { actor, services: { ...services, db }, ip: '127.0.0.1', token: null }
      return record(() => route.handle(call as unknown as Call<Actor | null, Services>, input))
    },
  }
}

/** Returns the lines of SQLite's query plan for a statement. */
export async function sqlitePlan(db: Db, query: CompiledQuery): Promise<string[]> {
  const { rows } = await db.read.executeQuery<{ detail: string }>({
    ...query,
    sql: `explain query plan ${query.sql}`,
  })
  return rows.map(row => row.detail)
}

interface PostgresNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PostgresNode[]
}

/**
 * Runs a statement on PostgreSQL and returns the number of table rows that it read. For the small tables of a test,
 * PostgreSQL prefers sequential scans; they are disabled here, because they are the most expensive plan on large tables.
 * @param scans 'on' lets the planner choose
 */
export async function postgresRows(
  db: Db,
  query: CompiledQuery,
  scans: 'on' | 'off' = 'off',
): Promise<number> {
  const explained = { ...query, sql: `explain (analyze, timing off, format json) ${query.sql}` }
  return db.read.connection().execute(async connection => {
    await sql`set enable_seqscan = ${sql.raw(scans)}`.execute(connection)
    const { rows } = await connection.executeQuery<{ 'QUERY PLAN': { Plan: PostgresNode }[] }>(explained)
    await sql`reset enable_seqscan`.execute(connection)
    return countRows(rows[0]!['QUERY PLAN'][0]!.Plan)
  })
}

function countRows(node: PostgresNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Relation Name'] ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, each) => sum + countRows(each), own)
}
