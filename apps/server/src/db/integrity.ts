import { sql } from 'kysely'
import type { Db, DbLocation } from './db.ts'
import { sqliteFile } from './openDb.ts'
import type { Check } from './integrity/check.ts'
import { encryptionChecks } from './integrity/encryption.ts'
import { fileChecks } from './integrity/files.ts'
import { jobChecks } from './integrity/jobs.ts'
import { rowChecks } from './integrity/rows.ts'
import { searchChecks } from './integrity/search.ts'
import { sharingChecks } from './integrity/sharing.ts'
import { treeChecks } from './integrity/tree.ts'
import { openSqlite } from './sqlite.ts'

/** A violation of an invariant. */
export interface Violation {
  violation: string
  count: number
  /** A few affected ids, for diagnosis. */
  examples: string[]
}

/** All checks. */
export const checks: readonly Check[] = [
  ...treeChecks,
  ...searchChecks,
  ...rowChecks,
  ...fileChecks,
  ...encryptionChecks,
  ...jobChecks,
  ...sharingChecks,
]

const examplesShown = 5

/**
 * Checks all invariants of a library. It only reads, takes no lock that blocks a running server, and repairs
 * nothing: the operator decides what to do.
 * @param now milliseconds since 1970
 * @returns the number of invariants checked, and the violations
 */
export async function checkIntegrity(
  db: Db,
  now = Date.now(),
): Promise<{ checked: number; findings: Violation[] }> {
  const { pages, references } = db.kind === 'sqlite' ? checkFile(db.location) : { pages: [], references: [] }
  // With damaged pages the results of other checks are unreliable.
  if (pages.length > 0) return { checked: 1, findings: pages }
  const applicable = checks.filter(check => (check.only ?? db.kind) === db.kind)
  const findings: Violation[] = references
  for (const check of applicable) {
    const { rows } = await sql<{ n: number; id: string | number }>`
      with wrong as (${check.find(db.read, now)})
      select (select count(*) from wrong) as n, id from wrong limit ${examplesShown}`.execute(db.read)
    const [first] = rows
    if (first)
      findings.push({
        violation: check.violation,
        count: first.n,
        examples: rows.map(row => String(row.id)),
      })
  }
  return { checked: applicable.length + (db.kind === 'sqlite' ? 2 : 0), findings }
}

/**
 * Returns what SQLite reports about its file: pages, indexes (including full text) and references. It uses a
 * separate connection, because a connection that has searched caches the position of the full text and would
 * report a newer one as damage.
 */
function checkFile(location: DbLocation): { pages: Violation[]; references: Violation[] } {
  const database = openSqlite(sqliteFile(location.dataDir))
  try {
    const pages = database.prepare('pragma integrity_check(20)').all() as { integrity_check: string }[]
    const reported = pages.map(row => row.integrity_check).filter(line => line !== 'ok')
    const lost = database.prepare('pragma foreign_key_check').all() as { table: string; parent: string }[]
    const counted = Map.groupBy(lost, row => `rows of ${row.table} that point at nothing in ${row.parent}`)
    return {
      pages: reported.map(line => ({
        violation: `damage in the data file: ${line}`,
        count: 1,
        examples: [],
      })),
      references: [...counted].map(([violation, rows]) => ({ violation, count: rows.length, examples: [] })),
    }
  } finally {
    database.close()
  }
}
