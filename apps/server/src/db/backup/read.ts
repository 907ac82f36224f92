import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { toCurrentNames } from '../migrate.ts'
import {
  BackupError,
  type BackupHeader,
  type Cell,
  type EndLine,
  formatName,
  formatVersion,
  type TableLine,
} from './format.ts'

export interface BackupPart {
  table: string
  columns: string[]
  /** Some of the table's rows. */
  rows: Cell[][]
}

/** Maximum characters of rows per part. */
const batchSize = 2_000_000
const batchRows = 1000

/**
 * Opens a backup: reads its header immediately and returns its rows as a stream.
 * @throws BackupError when the file is not a backup, has a newer version, or is incomplete (the latter while
 * it is read)
 */
export async function openBackup(
  file: string,
): Promise<{ header: BackupHeader; parts: AsyncGenerator<BackupPart>; close: () => void }> {
  const lines = readLines(file)
  const close = () => void lines.return(undefined)
  try {
    const first = await lines.next()
    const header = parseHeader(first.done ? '' : first.value, file)
    return { header, parts: readParts(lines, file), close }
  } catch (error) {
    close()
    throw error
  }
}

function parseHeader(line: string, file: string): BackupHeader {
  const invalidError = new BackupError(`${file} is not a Nestmark backup.`)
  let header: BackupHeader
  try {
    header = JSON.parse(line) as BackupHeader
  } catch {
    throw invalidError
  }
  if (header?.format !== formatName) throw invalidError
  if (header.version > formatVersion)
    throw new BackupError(
      `${file} was made by a newer version of Nestmark (it contains a newer format). Restore it with that version.`,
    )
  return { ...header, migrations: toCurrentNames(header.migrations, file) }
}

async function* readParts(lines: AsyncGenerator<string>, file: string): AsyncGenerator<BackupPart> {
  const counts: Record<string, number> = {}
  let open: TableLine | null = null
  let buffered: Cell[][] = []
  let size = 0
  let end: EndLine | null = null
  for await (const line of lines) {
    const value = parseJson(line, file) as Cell[] | TableLine | EndLine
    if (Array.isArray(value)) {
      if (!open || end) throw truncatedError(file)
      buffered.push(value)
      size += line.length
      counts[open.table] = (counts[open.table] ?? 0) + 1
    }
    if (
      open &&
      buffered.length > 0 &&
      (!Array.isArray(value) || size >= batchSize || buffered.length >= batchRows)
    ) {
      yield { ...open, rows: buffered }
      buffered = []
      size = 0
    }
    if ('table' in value) {
      open = value
      counts[open.table] = 0
    } else if ('end' in value) end = value
  }
  if (!end || JSON.stringify(end.end) !== JSON.stringify(counts)) throw truncatedError(file)
}

const truncatedError = (file: string) =>
  new BackupError(`${file} is damaged or truncated: it is not a complete backup. Nothing was restored.`)

function parseJson(line: string, file: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw truncatedError(file)
  }
}

async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = pipeline(source, createGunzip(), () => undefined)
  let rest: Buffer[] = []
  let hasStarted = false
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      hasStarted = true
      let from = 0
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        rest.push(chunk.subarray(from, at))
        yield Buffer.concat(rest).toString('utf8')
        rest = []
        from = at + 1
      }
      if (from < chunk.length) rest.push(chunk.subarray(from))
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!code.startsWith('Z_')) throw error
    throw hasStarted ? truncatedError(file) : new BackupError(`${file} is not a Nestmark backup.`)
  } finally {
    source.destroy()
  }
  if (rest.length > 0) throw truncatedError(file)
}
