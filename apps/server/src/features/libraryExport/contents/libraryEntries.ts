import { toChunks } from '../../../blobStorage/parts.ts'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { Refused } from '../../../access/refuse.ts'
import type { ReadFile } from '../../../readers/messages.ts'
import type { Services } from '../../../services.ts'
import { filesAtOnce, type ZippedFile } from './exportedFiles.ts'
import type { ExportProgress } from '../libraryExportStore.ts'
import { isLost, openObject } from './readObject.ts'
import { transformChunks } from '../../../blobStorage/transformChunks.ts'
import type { ZipEntry } from '../../../blobStorage/zip/zipStream.ts'

/** The library to write. */
interface LibraryOwner {
  personId: string
  rootId: string
}

/** The services and the state of one export. */
export interface ExportRun {
  services: Pick<Services, 'readers' | 'fileStore' | 'now'>
  owner: LibraryOwner
  /** Updated while the files are read. */
  progress: ExportProgress
  /** Aborts when the client has disconnected. */
  signal: AbortSignal
}

/** The files with the links of the library. */
const dataFiles: readonly (readonly [path: string, part: Pick<ReadFile, 'file' | 'format'>])[] = [
  ['nestmark.html', { file: 'links', format: 'html' }],
  ['nestmark.json', { file: 'libraryJson' }],
  ['nestmark.csv', { file: 'links', format: 'csv' }],
  ['nestmark.md', { file: 'links', format: 'markdown' }],
]

/**
 * Yields the files of an export, in the order of the ZIP. Reader threads read the library, a part at a time. Missing
 * files are listed at the end.
 * @throws StoreError 'unavailable' when the store does not answer for a while
 */
export async function* libraryEntries(run: ExportRun): AsyncGenerator<ZipEntry> {
  const at = run.services.now()
  for (const [path, part] of dataFiles)
    yield { path, at, isCompressed: true, chunks: await openFile(run, part) }
  const missing: string[] = []
  const report = (path: string, reason: string) => {
    missing.push(`${path}: ${reason}`)
    run.progress.missing++
  }
  for await (const file of listFiles(run)) {
    const entry = await openEntry(run, file, report)
    if (entry) yield entry
  }
  if (missing.length > 0) {
    const lines = `${[texts.zipMissingTitle, ...missing].join('\r\n')}\r\n`
    yield { path: 'missing-files.txt', at, isCompressed: true, chunks: toChunks(Buffer.from(lines)) }
  }
}

/** Yields the files of the library, some hundred at a time. */
async function* listFiles(run: ExportRun): AsyncGenerator<ZippedFile> {
  for (let after = ''; ;) {
    const rows = JSON.parse(await text(await openFile(run, { file: 'exportedFiles', after }))) as ZippedFile[]
    yield* rows
    after = rows.at(-1)?.id ?? ''
    if (rows.length < filesAtOnce) return
  }
}

/** Opens a file of a reader thread. Waits while the server is busy: a started export continues. */
async function openFile(
  { services: { readers, now }, owner: { personId, rootId }, signal }: ExportRun,
  part: Pick<ReadFile, 'file' | 'format' | 'after'>,
): Promise<Readable> {
  const order = { ...part, ownerId: personId, rootId, readerId: personId, at: now() }
  for (;;)
    try {
      // The person's other calls have a separate share.
      return await readers.open(order, `export ${personId}`)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await pause(1000, undefined, { signal })
    }
}

/** Opens the bytes of a file. Returns null, and reports it, when they are missing. */
async function openEntry(
  { services: { fileStore }, progress, signal }: ExportRun,
  file: ZippedFile,
  report: (path: string, reason: string) => void,
): Promise<ZipEntry | null> {
  const { path, at, mediaType, blobId, size } = file
  if (file.isArriving) {
    report(path, texts.zipArriving)
    return null
  }
  const object = await openObject(fileStore, blobId, size, signal)
  if (!object) {
    report(path, texts.zipLost)
    return null
  }
  const chunks: AsyncIterable<Uint8Array> = object
  async function* readAll(): AsyncGenerator<Uint8Array> {
    try {
      yield* file.isCompressed ? transformChunks(count(chunks), createGunzip()) : count(chunks)
      progress.files++
    } catch (error) {
      // The entry has started, so it contains the bytes that are available.
      if (signal.aborted || !(isLost(error) || isPackingError(error))) throw error
      report(path, texts.zipIncomplete)
    }
  }
  async function* count(read: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of read) {
      progress.bytes += chunk.length
      yield chunk
    }
  }
  return { path, at, isCompressed: isText(mediaType), chunks: readAll() }
}

const isPackingError = (error: unknown) => String((error as NodeJS.ErrnoException).code).startsWith('Z_')

const isText = (type: string) => /^text\/|\b(?:json|xml|javascript)\b/.test(type)
