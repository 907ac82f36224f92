import { createWriteStream, existsSync } from 'node:fs'
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { tables } from '../tables/allTables.ts'
import { readColumns, readTableNames } from '../catalog.ts'
import type { Db } from '../db.ts'
import { readAppliedMigrations } from '../migrate.ts'
import { type BackupHeader, type Cell, formatName, formatVersion, backupTables } from './format.ts'
import { openSnapshot, type RawCell, type Snapshot } from './snapshot.ts'

/** Characters buffered before they are passed to the compressor. */
const chunkSize = 256 * 1024

/**
 * Writes a consistent snapshot of a library into one file during concurrent writes.
 * @param file must not exist; it gets this name once it is complete and flushed to disk
 * @returns the number of rows per table
 * @throws the file system's error EEXIST when the file exists
 */
export async function writeBackup(
  db: Db,
  file: string,
  secret: string | null,
): Promise<Record<string, number>> {
  if (existsSync(file)) throw Object.assign(new Error(`${file} exists`), { code: 'EEXIST', path: file })
  const part = `${file}.${process.pid}.part`
  const counts: Record<string, number> = {}
  try {
    await pipeline(
      Readable.from(joinChunks(generateLines(db, secret, counts)), { objectMode: true }),
      // Favours speed over size: the next level takes twice the time and saves a tenth.
      createGzip({ level: 1 }),
      // Flushed before it is closed, and so before it is renamed.
      createWriteStream(part, { mode: 0o600, flush: true }),
    )
    await renameToFinal(part, file)
    return counts
  } finally {
    await rm(part, { force: true })
  }
}

/** Gives the complete file its final name, unless another process created that name concurrently. */
async function renameToFinal(part: string, file: string): Promise<void> {
  try {
    await link(part, file)
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') throw error
    // The file system does not support hard links.
    await rename(part, file)
  }
  await syncDirectory(dirname(file))
}

async function* generateLines(
  db: Db,
  secret: string | null,
  counts: Record<string, number>,
): AsyncGenerator<string> {
  const existing = await readTableNames(db.read)
  const snapshot = await openSnapshot(db.location)
  try {
    const header: BackupHeader = {
      format: formatName,
      version: formatVersion,
      made: Date.now(),
      from: db.kind,
      migrations: (await readAppliedMigrations(db.read)).map(row => row.name),
      secret,
    }
    yield JSON.stringify(header)
    for (const table of backupTables.filter(name => existing.includes(name))) {
      const all = [...(await readColumns(db.read, table)).keys()]
      const columns = all.filter(name => !tables[table].derivedColumns?.includes(name))
      yield JSON.stringify({ table, columns })
      counts[table] = 0
      for await (const row of readRows(snapshot, table, columns)) {
        counts[table]++
        yield JSON.stringify(row.map(encodeCell))
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

function encodeCell(value: RawCell): Cell {
  return value instanceof Uint8Array ? { b: Buffer.from(value).toString('base64') } : value
}

async function* joinChunks(all: AsyncIterable<string>): AsyncGenerator<string> {
  let buffer = ''
  for await (const line of all) {
    buffer += line + '\n'
    if (buffer.length < chunkSize) continue
    yield buffer
    buffer = ''
  }
  yield buffer
}

/** Flushes a directory, so that a new name in it survives a crash. */
export async function syncDirectory(path: string): Promise<void> {
  let directory: FileHandle | undefined
  try {
    directory = await open(path, 'r')
    await directory.sync()
  } catch {
    // Some systems cannot open directories; there, a rename has no stronger guarantee.
  } finally {
    await directory?.close()
  }
}
