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
import { sqliteFile } from './db.ts'
import { databaseTrouble } from './dialect.ts'
import { openSqlite } from './sqlite.ts'

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

/** Larger files are looked through by `npm run admin -- integrity` alone: the start must not take minutes. */
const largestRead = 4e9

const madeFile = (dataDir: string) => join(dataDir, 'library')
const stoppedFile = (dataDir: string) => join(dataDir, 'server.stopped')

/**
 * Looks at the data file before the server works on it. It is read through unless it lies exactly as the last server left
 * it when it stopped in good order. The caller holds the directory.
 * @throws DataFileDamagedError when it is missing though there was one, cut off, or not sound
 */
export function checkDataFile(dataDir: string): void {
  const file = sqliteFile(dataDir)
  const size = existsSync(file) ? statSync(file).size : 0
  if (size === 0) {
    if (existsSync(madeFile(dataDir))) throw new DataFileDamagedError(file, 'is gone or empty')
    return
  }
  if (!startsLikeOne(file)) throw new DataFileDamagedError(file, 'is damaged: it is no SQLite file any more')
  const untouched = stateOf(file) === readOr(stoppedFile(dataDir))
  const damage = damageOf(file, untouched)
  if (damage) throw new DataFileDamagedError(file, `is damaged: ${damage}`)
  rmSync(stoppedFile(dataDir), { force: true })
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

/** Notes how the data file was left, after it was closed. */
export function noteStopped(dataDir: string): void {
  note(stoppedFile(dataDir), stateOf(sqliteFile(dataDir)))
}

/** Without the note the next start looks closer, so a full disk need not keep the server from stopping or starting. */
function note(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch {
    rmSync(file, { force: true })
  }
}

function stateOf(file: string): string {
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

function damageOf(file: string, untouched: boolean): string | null {
  try {
    const database = openSqlite(file)
    try {
      const complete = takeInLog(database)
      const one = (pragma: string) => Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]
      const size = statSync(file).size
      if (complete && Number(one('page_count')) * Number(one('page_size')) > size) return 'it was cut off'
      if (untouched || size > largestRead) return null
      const said = String(one('quick_check(1)'))
      return said === 'ok' ? null : said.replaceAll(/\s+/g, ' ')
    } finally {
      database.close()
    }
  } catch (error) {
    if (isDamage(error)) return (error as Error).message
    throw error
  }
}

/** Brings what lies in the log into the file, so that its size can be trusted. False on a full disk. */
function takeInLog(database: DatabaseSync): boolean {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return true
  } catch (error) {
    if (databaseTrouble(error) === 'full') return false
    throw error
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, with their kinds in the upper bits. */
function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return errcode !== undefined && [11, 26].includes(errcode & 0xff)
}
