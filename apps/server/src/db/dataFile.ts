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
import { forgetCommits } from './commitLog.ts'
import { describeLoss, lostCommits } from './dataFile/lostCommits.ts'
import { damagedPage, type FileShape } from './dataFile/pages.ts'
import { sqliteFile } from './db.ts'
import { openSqlite } from './sqlite.ts'
import { databaseTrouble } from './trouble.ts'

/** The data file is not as it was left. Starting on it could make the loss larger, so nothing is mended and nothing begun anew. */
export class DataFileDamagedError extends Error {
  override name = 'DataFileDamagedError'

  constructor(file: string, what: string) {
    super(
      `The data file ${file} ${what}. Nestmark does not start on it and has changed nothing in it. ` +
        'Restore the last backup: npm run admin -- restore FILE --replace (what is there now is kept beside it). ' +
        'See docs/operations.md, "The data file is damaged".',
    )
  }
}

/** Writes that were acknowledged are not in the data file. */
export class CommitsLostError extends Error {
  override name = 'CommitsLostError'

  constructor(file: string, what: string) {
    super(
      `The data file ${file} ${what} Its log (${file}-wal) is gone, was cut off or is another file's, or the data file was ` +
        'put back from an older copy. Nestmark does not work on it and has changed nothing in it. Bring back what is ' +
        'missing, or restore the last backup: npm run admin -- restore FILE --replace. To go on without these writes: ' +
        'npm run admin -- accept-loss. See docs/operations.md, "Writes are missing".',
    )
  }
}

/** Larger files are read through beside the running server in any case: the start must not take minutes. */
const largestRead = 4e9

const madeFile = (dataDir: string) => join(dataDir, 'library')
const stoppedFile = (dataDir: string) => join(dataDir, 'server.stopped')
const damagedFile = (dataDir: string) => join(dataDir, 'server.damaged')

/**
 * Looks at the data file before the server works on it. After an orderly stop nothing is read; after a crash its header,
 * size, first pages and count of commits are, in the same time for a file of any size, and the rest is to be read beside
 * the running server. A file that was changed since an orderly stop, or found damaged, is read through here. The caller
 * holds the directory.
 * @returns true when the file is still to be read through
 * @throws DataFileDamagedError when it is missing though there was one, cut off, or not sound; CommitsLostError
 */
export function checkDataFile(dataDir: string): boolean {
  const file = sqliteFile(dataDir)
  const size = existsSync(file) ? statSync(file).size : 0
  if (size === 0) {
    if (existsSync(madeFile(dataDir))) throw new DataFileDamagedError(file, 'is gone or empty')
    return false
  }
  if (!startsLikeOne(file)) throw new DataFileDamagedError(file, 'is damaged: it is no SQLite file any more')
  const left = readOr(stoppedFile(dataDir))
  const untouched = readState(file) === left
  const suspicious = existsSync(damagedFile(dataDir)) || (left !== null && !untouched)
  assertNothingLost(dataDir)
  const damage = findDamage(file, suspicious && size <= largestRead)
  if (damage) throw new DataFileDamagedError(file, `is damaged: ${damage}`)
  rmSync(stoppedFile(dataDir), { force: true })
  if (suspicious && size <= largestRead) rmSync(damagedFile(dataDir), { force: true })
  return left === null || (suspicious && size > largestRead)
}

/**
 * Makes sure that the library holds all that was acknowledged.
 * @throws CommitsLostError, or DataFileDamagedError where that cannot be read
 */
export function assertNothingLost(dataDir: string): void {
  const file = sqliteFile(dataDir)
  if (!existsSync(file)) return
  try {
    const lost = lostCommits(dataDir)
    if (lost) throw new CommitsLostError(file, describeLoss(lost))
  } catch (error) {
    if (isDamage(error)) throw new DataFileDamagedError(file, `is damaged: ${(error as Error).message}`)
    throw error
  }
}

/** Notes that the directory holds a library from now on: a data file that is missing later was lost. */
export function noteLibrary(dataDir: string): void {
  if (existsSync(madeFile(dataDir))) return
  note(
    madeFile(dataDir),
    `A Nestmark library lives here since ${new Date().toISOString()}. When nestmark.db is gone, restore a backup.\n` +
      'To begin anew with an empty library, delete this file too.\n',
  )
}

/** Notes how the data file was left, after it was closed and when it was found sound. */
export function noteStopped(dataDir: string): void {
  note(stoppedFile(dataDir), readState(sqliteFile(dataDir)))
}

/** Notes that the data file was found damaged: the next start reads it through before it serves. */
export function noteDamaged(dataDir: string, damage: string): void {
  note(damagedFile(dataDir), `${new Date().toISOString()} ${damage}\n`)
}

/** Forgets how the last library was left, before another one takes its place. */
export function forgetDataFile(dataDir: string): void {
  for (const file of [stoppedFile(dataDir), damagedFile(dataDir)]) rmSync(file, { force: true })
  forgetCommits(dataDir)
}

/** Without the note the next start looks closer, so a full disk need not keep the server from stopping or starting. */
function note(file: string, text: string): void {
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

function readOr(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function startsLikeOne(file: string): boolean {
  const start = Buffer.alloc(16)
  const handle = openSync(file, 'r')
  readSync(handle, start)
  closeSync(handle)
  return start.toString('latin1') === 'SQLite format 3\0'
}

/** @param whole read all of it, which takes 18 ms a MB */
function findDamage(file: string, whole: boolean): string | null {
  try {
    const database = openSqlite(file)
    let shape: FileShape
    try {
      const complete = takeInLog(database)
      shape = readShape(database)
      if (complete && shape.pageCount * shape.pageSize > statSync(file).size) return 'it was cut off'
      if (whole) return readThrough(database)
      // What lies in the log alone is not in the file yet.
      if (!complete) return null
    } finally {
      database.close()
    }
    return damagedPage(file, shape)
  } catch (error) {
    if (isDamage(error)) return (error as Error).message
    throw error
  }
}

function readShape(database: DatabaseSync): FileShape {
  const one = (pragma: string) => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
  const roots = database
    .prepare('select name, rootpage as page from sqlite_schema where rootpage > 0')
    .all() as unknown as FileShape['roots']
  return { pageSize: one('page_size'), pageCount: one('page_count'), roots }
}

/**
 * Reads all of a data file.
 * @returns what is wrong, or null
 */
export function readThrough(database: DatabaseSync): string | null {
  const said = String(Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0])
  return said === 'ok' ? null : said.replaceAll(/\s+/g, ' ')
}

/** Brings what lies in the log into the file, so that its size can be trusted. False where some of it stays. */
function takeInLog(database: DatabaseSync): boolean {
  try {
    // A tool that reads beside us keeps some of it there.
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
  } catch (error) {
    if (databaseTrouble(error) === 'full') return false
    throw error
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, with their kinds in the upper bits, and SQLITE_IOERR_SHORT_READ. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return errcode !== undefined && ([11, 26].includes(errcode & 0xff) || errcode === 522)
}
