import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, type DbPlace, openDb, sqliteFile, type Tx } from '../db.ts'
import { openSqlite } from '../sqlite.ts'
import { forgetDataFile } from '../dataFile.ts'
import { BackupError, type BackupHeader } from './format.ts'
import { dropAll, isEmpty, load } from './load.ts'
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
  place: DbPlace,
  file: string,
  options: RestoreOptions,
): Promise<Restored> {
  const backup = await openBackup(file)
  try {
    return place.databaseUrl
      ? await intoPostgres(place, backup, options)
      : await intoDirectory(place.dataDir, backup, options)
  } finally {
    backup.close()
  }
}

type Backup = Awaited<ReturnType<typeof openBackup>>

const inUse = (where: string) =>
  new BackupError(`There is a library in ${where} already. Give --replace to put the backup in its place.`)

async function fill(db: Db, tx: Tx, backup: Backup, { endSessions, rebuild }: RestoreOptions) {
  const counts = await load(tx, db.kind, backup, { leaveOut: endSessions ? ['session'] : [] })
  await rebuild(tx)
  return counts
}

async function intoPostgres(place: DbPlace, backup: Backup, options: RestoreOptions): Promise<Restored> {
  const db = openDb(place)
  try {
    const counts = await db.write(async tx => {
      if (!options.replace && !(await isEmpty(tx))) throw inUse('this PostgreSQL database')
      await dropAll(tx)
      return fill(db, tx, backup, options)
    })
    return { header: backup.header, counts, replacedFile: null }
  } finally {
    await db.close()
  }
}

async function intoDirectory(dataDir: string, backup: Backup, options: RestoreOptions): Promise<Restored> {
  const isThere = existsSync(sqliteFile(dataDir))
  if (isThere && !options.replace && !(await holdsNobody(dataDir))) throw inUse(dataDir)
  // Removes what an interrupted restore left. No restore runs concurrently: the caller holds the directory
  // lock.
  for (const name of readdirSync(dataDir))
    if (name.startsWith('restoring-')) rmSync(join(dataDir, name), { recursive: true })
  const beside = join(dataDir, `restoring-${randomBytes(6).toString('hex')}`)
  try {
    const db = openDb({ databaseUrl: null, dataDir: beside })
    let counts: Record<string, number>
    try {
      counts = await db.write(tx => fill(db, tx, backup, options))
    } finally {
      await db.close()
    }
    const handle = await open(sqliteFile(beside), 'r+')
    await handle.sync()
    await handle.close()
    const replacedFile = isThere ? await setAside(dataDir) : null
    // Before the rename: the acknowledged commits of the old library do not apply to the new one.
    forgetDataFile(dataDir)
    renameSync(sqliteFile(beside), sqliteFile(dataDir))
    await syncDirectory(dataDir)
    return { header: backup.header, counts, replacedFile }
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

/** Returns false also for an unreadable file, because its content may still matter to its owner. */
async function holdsNobody(dataDir: string): Promise<boolean> {
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
async function setAside(dataDir: string): Promise<string> {
  const file = sqliteFile(dataDir)
  const aside = `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  try {
    // Checkpoints the log into the file: a log must never be applied to a file that it was not written for.
    openSqlite(file).close()
  } catch {
    // Leaves a damaged file unchanged, with its log.
  }
  for (const end of ['-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, aside + end)
  try {
    linkSync(file, aside)
  } catch {
    copyFileSync(file, aside)
  }
  await syncDirectory(dataDir)
  return aside
}
