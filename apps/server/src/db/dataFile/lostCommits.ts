import type { DatabaseSync } from 'node:sqlite'
import { acknowledged, committed, type CommitState } from '../commitLog.ts'
import { sqliteFile } from '../db.ts'
import { openSqlite } from '../sqlite.ts'

/** What a library lacks of that which was acknowledged. */
export interface LostCommits {
  acknowledged: CommitState
  /** null where the file is older than its counting. */
  held: CommitState | null
}

/**
 * Compares what the library holds with what was acknowledged. It only reads: a log that is another file's would be taken
 * into this one by a connection that writes.
 * @returns null when nothing is missing, or when it is not known what was acknowledged
 * @throws SQLite's own error for a damaged file
 */
export function lostCommits(dataDir: string): LostCommits | null {
  // Read first: a server beside us may go on.
  const known = acknowledged(dataDir)
  if (!known) return null
  let database: DatabaseSync | undefined
  try {
    database = openSqlite(sqliteFile(dataDir), { readOnly: true })
    const held = committed(database)
    return held?.library === known.library && held.count >= known.count ? null : { acknowledged: known, held }
  } finally {
    database?.close()
  }
}

/** Says in words what is missing. */
export function describeLoss({ acknowledged: known, held }: LostCommits): string {
  const time = (state: CommitState) => new Date(state.at).toISOString()
  const last = `The last write that was acknowledged is number ${known.count}, of ${time(known)}.`
  if (held === null) return `is older than the writes that were acknowledged. ${last}`
  if (held.library !== known.library) return `is that of another library. ${last}`
  const missing = known.count - held.count
  return (
    `lacks the last ${missing === 1 ? 'write' : `${missing.toLocaleString('en')} writes`} that ${missing === 1 ? 'was' : 'were'} acknowledged. ` +
    `It ends with write number ${held.count}, of ${time(held)}. ${last}`
  )
}
