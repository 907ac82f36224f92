import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, DbLocation, Tx } from '../db.ts'
import { openDb, sqliteFile } from '../openDb.ts'
import { openSqlite } from '../sqlite.ts'
import { deleteRecordedState } from '../dataFile.ts'
import { BackupError, type BackupHeader } from './format.ts'
import { dropTables, isEmpty, loadBackup } from './load.ts'
import { openBackup } from './read.ts'
import { syncDirectory } from './write.ts'

export interface RestoreOptions {
  /** Replace an existing library. */
  replace: boolean
  /** Restore the accounts without their sessions. */
  endSessions: boolean
  /** Rebuilds what a backup omits: the search index of the links. */
  rebuild(tx: Tx): Promise<void>
}

export interface Restored {
  header: BackupHeader
  counts: Record<string, number>
  /** Where the previous library was moved to; null when there was none or it was in PostgreSQL. */
  replacedFile: string | null
}

/**
 * Restores the library of a backup completely or not at all. In a data directory it is built in a separate
 * folder and put in place by a rename, so the caller must hold the directory's lock. In PostgreSQL the
 * restore is one transaction.
 * @throws BackupError when the file cannot be used, or when accounts exist and `replace` is not set
 */
export async function restoreBackup(
  location: DbLocation,
  file: string,
  options: RestoreOptions,
): Promise<Restored> {
  const backup = await openBackup(file)
  try {
    return location.databaseUrl
      ? await restoreToPostgres(location, backup, options)
      : await restoreToDirectory(location.dataDir, backup, options)
  } finally {
    backup.close()
  }
}

type Backup = Awaited<ReturnType<typeof openBackup>>

const existsError = (where: string) =>
  new BackupError(`There is a library in ${where} already. Give --replace to put the backup in its place.`)

async function loadAndRebuild(db: Db, tx: Tx, backup: Backup, { endSessions, rebuild }: RestoreOptions) {
  const counts = await loadBackup(tx, db.kind, backup, { excludedTables: endSessions ? ['session'] : [] })
  await rebuild(tx)
  return counts
}

async function restoreToPostgres(
  location: DbLocation,
  backup: Backup,
  options: RestoreOptions,
): Promise<Restored> {
  const db = openDb(location)
  try {
    const counts = await db.write(async tx => {
      if (!options.replace && !(await isEmpty(tx))) throw existsError('this PostgreSQL database')
      await dropTables(tx)
      return loadAndRebuild(db, tx, backup, options)
    })
    return { header: backup.header, counts, replacedFile: null }
  } finally {
    await db.close()
  }
}

async function restoreToDirectory(
  dataDir: string,
  backup: Backup,
  options: RestoreOptions,
): Promise<Restored> {
  const exists = existsSync(sqliteFile(dataDir))
  if (exists && !options.replace && !(await hasNoAccounts(dataDir))) throw existsError(dataDir)
  // Removes the files of an interrupted restore. No restore runs concurrently: the caller holds the directory lock.
  for (const name of readdirSync(dataDir))
    if (name.startsWith('restoring-')) rmSync(join(dataDir, name), { recursive: true })
  const temporaryDir = join(dataDir, `restoring-${randomBytes(6).toString('hex')}`)
  try {
    const db = openDb({ databaseUrl: null, dataDir: temporaryDir })
    let counts: Record<string, number>
    try {
      counts = await db.write(tx => loadAndRebuild(db, tx, backup, options))
    } finally {
      await db.close()
    }
    const handle = await open(sqliteFile(temporaryDir), 'r+')
    await handle.sync()
    await handle.close()
    const replacedFile = exists ? await keepReplacedFile(dataDir) : null
    // Before the rename: the acknowledged commits of the old library do not apply to the new one.
    deleteRecordedState(dataDir)
    renameSync(sqliteFile(temporaryDir), sqliteFile(dataDir))
    await syncDirectory(dataDir)
    return { header: backup.header, counts, replacedFile }
  } finally {
    rmSync(temporaryDir, { recursive: true, force: true })
  }
}

/** Returns false for an unreadable file, too, because its content may still matter to its owner. */
async function hasNoAccounts(dataDir: string): Promise<boolean> {
  try {
    const db = openDb({ databaseUrl: null, dataDir })
    try {
      return await db.write(isEmpty)
    } finally {
      await db.close()
    }
  } catch {
    return false
  }
}

/**
 * Gives the current data file a second name. The first name remains until the rename replaces it, so that a
 * library exists, the old or the new one, whenever the process is killed.
 */
async function keepReplacedFile(dataDir: string): Promise<string> {
  const file = sqliteFile(dataDir)
  const newName = `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  try {
    // Checkpoints the log into the file: a log must never be applied to a file that it was not written for.
    openSqlite(file).close()
  } catch {
    // Leaves a damaged file unchanged, with its log.
  }
  for (const end of ['-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, newName + end)
  try {
    linkSync(file, newName)
  } catch {
    copyFileSync(file, newName)
  }
  await syncDirectory(dataDir)
  return newName
}
