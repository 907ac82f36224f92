import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { deleteCommitCount } from './writes/commitLog.ts'
import { describeLostCommits, findLostCommits } from './dataFile/lostCommits.ts'
import { findDamagedPage, type FileShape } from './dataFile/pages.ts'
import { sqliteFile } from './openDb.ts'
import { emptyLog, openSqlite } from './sqlite.ts'
import { classifyDatabaseError } from './databaseErrors.ts'

/**
 * The data file is damaged or missing. Starting on it could increase the loss, so nothing is repaired or
 * created.
 */
export class DataFileDamagedError extends Error {
  override name = 'DataFileDamagedError'

  constructor(file: string, what: string) {
    super(
      `The data file ${file} ${what}. Nestmark does not start with it and has not changed it. ` +
        'Restore the last backup: npm run admin -- restore FILE --replace (the current file stays next to it). ' +
        'See docs/operations.md, "The data file is damaged".',
    )
  }
}

/** Writes that were acknowledged are not in the data file. */
export class CommitsLostError extends Error {
  override name = 'CommitsLostError'

  constructor(file: string, what: string) {
    super(
      `The data file ${file} ${what} Its log (${file}-wal) is missing, truncated or belongs to another file, or the data file was ` +
        'replaced by an older copy. Nestmark does not use it and has not changed it. Put the missing ' +
        'file back, or restore the last backup: npm run admin -- restore FILE --replace. To continue without these writes: ' +
        'npm run admin -- accept-loss. See docs/operations.md, "Writes are missing".',
    )
  }
}

/**
 * Maximum size in bytes of a file that is verified before the start. Larger files are always verified in the
 * background, because the start must not take minutes.
 */
const maxVerifiedSize = 4e9

const libraryMarker = (dataDir: string) => join(dataDir, 'library')
const cleanStopMarker = (dataDir: string) => join(dataDir, 'server.stopped')
const damageMarker = (dataDir: string) => join(dataDir, 'server.damaged')

/**
 * Checks the data file before the server uses it. After an orderly stop nothing is read. After a crash the
 * check reads the header, the size, the first pages and the commit count, in constant time, and the rest
 * remains for a background check. A file that was changed since an orderly stop, or was found damaged, is
 * read completely here. The caller holds the directory lock.
 * @returns true when the file still needs a complete check
 * @throws DataFileDamagedError when an expected file is missing, truncated or damaged; CommitsLostError
 */
export function checkDataFile(dataDir: string): boolean {
  const file = sqliteFile(dataDir)
  const size = existsSync(file) ? statSync(file).size : 0
  if (size === 0) {
    if (existsSync(libraryMarker(dataDir))) throw new DataFileDamagedError(file, 'is missing or empty')
    return false
  }
  if (!hasSqliteHeader(file)) throw new DataFileDamagedError(file, 'is damaged: it is not an SQLite file')
  const recordedState = readIfExists(cleanStopMarker(dataDir))
  const isUnchanged = readState(file) === recordedState
  const isSuspicious = existsSync(damageMarker(dataDir)) || (recordedState !== null && !isUnchanged)
  assertNoLostCommits(dataDir)
  const damage = findDamage(file, isSuspicious && size <= maxVerifiedSize)
  if (damage) throw new DataFileDamagedError(file, `is damaged: ${damage}`)
  rmSync(cleanStopMarker(dataDir), { force: true })
  if (isSuspicious && size <= maxVerifiedSize) rmSync(damageMarker(dataDir), { force: true })
  return recordedState === null || (isSuspicious && size > maxVerifiedSize)
}

/**
 * Asserts that the library contains all acknowledged commits.
 * @throws CommitsLostError, or DataFileDamagedError when the file cannot be read
 */
export function assertNoLostCommits(dataDir: string): void {
  const file = sqliteFile(dataDir)
  if (!existsSync(file)) return
  try {
    const lost = findLostCommits(dataDir)
    if (lost) throw new CommitsLostError(file, describeLostCommits(lost))
  } catch (error) {
    if (isDamage(error)) throw new DataFileDamagedError(file, `is damaged: ${(error as Error).message}`)
    throw error
  }
}

/** Marks the directory as containing a library, so that a data file missing later is recognized as lost. */
export function markLibrary(dataDir: string): void {
  if (existsSync(libraryMarker(dataDir))) return
  writeMarker(
    libraryMarker(dataDir),
    `This directory contains a Nestmark library since ${new Date().toISOString()}. When nestmark.db is missing, restore a backup.\n` +
      'To start with an empty library, delete this file too.\n',
  )
}

/** Records the state of the data file after it was closed and when it was found sound. */
export function recordCleanStop(dataDir: string): void {
  writeMarker(cleanStopMarker(dataDir), readState(sqliteFile(dataDir)))
}

/** Records damage found in the data file: the next start verifies the entire file before it serves. */
export function recordDamage(dataDir: string, damage: string): void {
  writeMarker(damageMarker(dataDir), `${new Date().toISOString()} ${damage}\n`)
}

/** Deletes the recorded state of the previous library, before another one replaces it. */
export function deleteRecordedState(dataDir: string): void {
  for (const file of [cleanStopMarker(dataDir), damageMarker(dataDir)]) rmSync(file, { force: true })
  deleteCommitCount(dataDir)
}

/** Ignores write errors, such as a full disk. Without the note the next start only checks more thoroughly. */
function writeMarker(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch {
    rmSync(file, { force: true })
  }
}

function readState(file: string): string {
  const { size, mtimeMs } = statSync(file)
  return `${size} ${mtimeMs}`
}

function readIfExists(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function hasSqliteHeader(file: string): boolean {
  const start = Buffer.alloc(16)
  const handle = openSync(file, 'r')
  readSync(handle, start)
  closeSync(handle)
  return start.toString('latin1') === 'SQLite format 3\0'
}

/** @param isComplete true to read the entire file, which takes 18 ms per MB */
function findDamage(file: string, isComplete: boolean): string | null {
  try {
    const database = openSqlite(file)
    let shape: FileShape
    try {
      const complete = checkpointLog(database)
      shape = readShape(database)
      if (complete && shape.pageCount * shape.pageSize > statSync(file).size) return 'it was cut off'
      if (isComplete) return verifyDatabase(database)
      // Pages that are only in the log are not in the file yet.
      if (!complete) return null
    } finally {
      database.close()
    }
    return findDamagedPage(file, shape)
  } catch (error) {
    if (isDamage(error)) return (error as Error).message
    throw error
  }
}

function readShape(database: DatabaseSync): FileShape {
  const readPragma = (pragma: string) =>
    Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
  const roots = database
    .prepare('select name, rootpage as page from sqlite_schema where rootpage > 0')
    .all() as unknown as FileShape['roots']
  return { pageSize: readPragma('page_size'), pageCount: readPragma('page_count'), roots }
}

/**
 * Verifies an entire data file.
 * @returns a description of the damage, or null
 */
export function verifyDatabase(database: DatabaseSync): string | null {
  const result = String(Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0])
  return result === 'ok' ? null : result.replaceAll(/\s+/g, ' ')
}

/**
 * Checkpoints the log into the file, so that the file's size is reliable. Returns false when part of the log
 * remains.
 */
function checkpointLog(database: DatabaseSync): boolean {
  try {
    // A concurrent reader prevents a complete checkpoint.
    return emptyLog(database)
  } catch (error) {
    if (classifyDatabaseError(error) === 'full') return false
    throw error
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, whose extended codes use the upper bits, and SQLITE_IOERR_SHORT_READ. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return errcode !== undefined && ([11, 26].includes(errcode & 0xff) || errcode === 522)
}
