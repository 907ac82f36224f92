import type { DatabaseSync } from 'node:sqlite'
import { readAcknowledgedState, readCommittedState, type CommitState } from '../writes/commitLog.ts'
import { sqliteFile } from '../openDb.ts'
import { openSqlite } from '../sqlite.ts'

/** The difference between the acknowledged and the stored state of a library. */
export interface LostCommits {
  acknowledged: CommitState
  /** null when the file predates the commit count. */
  stored: CommitState | null
}

/**
 * Compares the stored state with the acknowledged one. It opens the file read-only, because a connection that
 * writes would apply a log that belongs to another file.
 * @returns null when nothing is missing, or when the acknowledged state is unknown
 * @throws SQLite's own error for a damaged file
 */
export function findLostCommits(dataDir: string): LostCommits | null {
  // Read first, because a running server may commit concurrently.
  const known = readAcknowledgedState(dataDir)
  if (!known) return null
  let database: DatabaseSync | undefined
  try {
    database = openSqlite(sqliteFile(dataDir), { readOnly: true })
    const stored = readCommittedState(database)
    return stored?.library === known.library && stored.count >= known.count
      ? null
      : { acknowledged: known, stored }
  } finally {
    database?.close()
  }
}

/** Describes what is missing. */
export function describeLostCommits({ acknowledged: known, stored }: LostCommits): string {
  const time = (state: CommitState) => new Date(state.at).toISOString()
  const last = `The last write that was acknowledged is number ${known.count}, of ${time(known)}.`
  if (stored === null) return `is older than the writes that were acknowledged. ${last}`
  if (stored.library !== known.library) return `is that of another library. ${last}`
  const missing = known.count - stored.count
  return (
    `lacks the last ${missing === 1 ? 'write' : `${missing.toLocaleString('en')} writes`} that ${missing === 1 ? 'was' : 'were'} acknowledged. ` +
    `It ends with write number ${stored.count}, of ${time(stored)}. ${last}`
  )
}
