import { openRawSql, type ServerLocation } from './serverLocation.ts'

export interface Change {
  /** Commits a change that no measured page shows. */
  commit(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a second writer of the same library, whose commits invalidate the server's cache. It does not wait for the
 * disk, so that no process is suspended by it.
 */
export async function openChange(location: ServerLocation, personId: string): Promise<Change> {
  const raw = await openRawSql(location)
  await raw.run(location.kind === 'sqlite' ? 'PRAGMA synchronous = OFF' : 'set synchronous_commit = off')
  const change = raw.prepare(`update people set last_category = 7 - last_category where id = $1`)
  return { commit: async () => void (await change(personId)), close: () => raw.close() }
}
