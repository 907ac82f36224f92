import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dataDirError, makeDataDir } from '../configuration/dataDirAccess.ts'

/** Another server uses the same data directory. */
export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError'
}

/**
 * Locks a data directory for one server. The lock is an operating system lock on a small database file, so it ends
 * with the process in any case; a leftover file does not block the next server. Command line tools do not take the
 * lock, because they work while a server runs.
 * @returns a function that releases the lock
 * @throws DataDirInUseError naming the directory and the other process; DataDirError when it cannot be written to
 */
export function lockDataDir(dataDir: string): () => void {
  const holder = join(dataDir, 'server.pid')
  const lock = openLock(dataDir)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    // SQLITE_BUSY. Other errors are not caused by another server.
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== 5) throw dataDirError(dataDir, error)
    throw new DataDirInUseError(
      `Another Nestmark server (process ${readHolder(holder)}) uses the data directory ${dataDir}. ` +
        'Stop it first, or give this one another DATA_DIR.',
    )
  }
  try {
    writeFileSync(holder, String(process.pid))
  } catch {
    // On a full disk the server still starts, read-only. The process id is only used in the message above.
  }
  return () => {
    rmSync(holder, { force: true })
    lock.close()
  }
}

function openLock(dataDir: string): DatabaseSync {
  try {
    makeDataDir(dataDir)
    return new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  } catch (error) {
    throw dataDirError(dataDir, error)
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
