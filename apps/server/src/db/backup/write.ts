import { createWriteStream, existsSync } from 'node:fs'
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { readColumns, tableNames } from '../catalog.ts'
import type { Db } from '../db.ts'
import { appliedMigrations } from '../migrate.ts'
import {
  type BackupHeader,
  type Cell,
  formatName,
  formatVersion,
  backupTables,
  leftOutColumns,
} from './format.ts'
import { openSnapshot, type RawCell, type Snapshot } from './snapshot.ts'

/** Characters gathered before they go to the compressor. */
const chunkSize = 256 * 1024

/**
 * Writes everything of a library at this moment into one file, while others go on writing to the library.
 * @param file must not be there yet; it appears under this name when it is whole and on the disk
 * @returns how many rows of each table
 * @throws the file system's error EEXIST when it is there
 */
export async function writeBackup(
  db: Db,
  file: string,
  secret: string | null,
): Promise<Record<string, number>> {
  if (existsSync(file)) throw Object.assign(new Error(`${file} is there`), { code: 'EEXIST', path: file })
  const part = `${file}.${process.pid}.part`
  const counts: Record<string, number> = {}
  try {
    await pipeline(
      Readable.from(chunked(lines(db, secret, counts)), { objectMode: true }),
      // Quick rather than small: the level above takes twice the time for a tenth less.
      createGzip({ level: 1 }),
      // On the disk before it is closed, and so before it has its name.
      createWriteStream(part, { mode: 0o600, flush: true }),
    )
    await nameIt(part, file)
    return counts
  } finally {
    await rm(part, { force: true })
  }
}

/** Gives the whole file its name, unless another took it meanwhile. */
async function nameIt(part: string, file: string): Promise<void> {
  try {
    await link(part, file)
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') throw error
    // A file system without second names.
    await rename(part, file)
  }
  await syncDirectory(dirname(file))
}

async function* lines(db: Db, secret: string | null, counts: Record<string, number>): AsyncGenerator<string> {
  const there = await tableNames(db.read)
  const snapshot = await openSnapshot(db.place)
  try {
    const header: BackupHeader = {
      format: formatName,
      version: formatVersion,
      made: Date.now(),
      from: db.kind,
      migrations: (await appliedMigrations(db.read)).map(row => row.name),
      secret,
    }
    yield JSON.stringify(header)
    for (const table of backupTables.filter(name => there.includes(name))) {
      const all = [...(await readColumns(db.read, table)).keys()]
      const columns = all.filter(name => !leftOutColumns[table]?.includes(name))
      yield JSON.stringify({ table, columns })
      counts[table] = 0
      for await (const row of readRows(snapshot, table, columns)) {
        counts[table]++
        yield JSON.stringify(row.map(asCell))
      }
    }
  } finally {
    await snapshot.close()
  }
  yield JSON.stringify({ end: counts })
}

function readRows(snapshot: Snapshot, table: string, columns: readonly string[]): AsyncIterable<RawCell[]> {
  return snapshot.rows(`select ${columns.map(name => `"${name}"`).join(', ')} from "${table}"`)
}

function asCell(value: RawCell): Cell {
  return value instanceof Uint8Array ? { b: Buffer.from(value).toString('base64') } : value
}

async function* chunked(all: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const line of all) {
    held += line + '\n'
    if (held.length < chunkSize) continue
    yield held
    held = ''
  }
  yield held
}

/** A new name is on the disk when its directory is. */
export async function syncDirectory(path: string): Promise<void> {
  let directory: FileHandle | undefined
  try {
    directory = await open(path, 'r')
    await directory.sync()
  } catch {
    // Some systems do not open directories; their renames are as safe as they can be.
  } finally {
    await directory?.close()
  }
}
