import { limits } from '@nestmark/core/limits'
import { toPlan } from '@nestmark/core/plans/plans'
import type { Actor } from '../../../access/actor.ts'
import { areQuotasEnforced } from '../../../access/planQuotas.ts'
import { refuse } from '../../../access/refuse.ts'
import { type ByteSource, openStoredSource } from '../../../blobStorage/byteSource.ts'
import type { ReadableEntry } from '../../../blobStorage/zip/zipDirectory.ts'
import { writeStream } from '../../../blobStorage/writeStream.ts'
import { listEntries, readEntry, ZipEntryError } from '../../../blobStorage/zip/zipReader.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { requireSameStore } from '../../uploads/openFiles.ts'
import { requireSpace } from '../../uploads/receiving/openUpload.ts'
import { withStoreErrors } from '../../uploads/storage/storeErrors.ts'

/** `nestmark.json`, also where the folder of the ZIP was zipped again. */
const ownData = /^(?:[^/]+\/)?nestmark\.json$/

/** Returns the path of `nestmark.json` in a ZIP; undefined when it has none. */
export function ownDataPath(paths: Iterable<string>): string | undefined {
  for (const path of paths) if (ownData.test(path)) return path
  return undefined
}

const zipStart = Buffer.from('PK\x03\x04', 'latin1')
/** The bytes after which the space of the disk and the time of the upload are looked at. */
const checkedBytes = 64 * 1024 * 1024
/** The interval in which an upload that arrives is marked as open, in milliseconds. */
const openMs = 20_000

/** An upload of a bookmark file. */
interface Receiving {
  actor: Actor
  /** The id of its job, under which the store has a ZIP. */
  job: string
  keepOpen: () => Promise<void>
  /** Receives the size of the ZIP of an export of everything. */
  onOwnZip: (size: number) => void
}

/** Returns how large a ZIP of a person may be, in bytes: their storage, and what is no file. */
function maxZipBytes({ plan }: Actor): number {
  const storage = areQuotasEnforced() ? toPlan(plan).storage : limits.importZipBytes
  return Math.min(storage + 2 * limits.compressedImportBytes, limits.importZipBytes)
}

/**
 * Yields the file that an import reads: the file itself, or `nestmark.json` of the ZIP of an export of everything. Such a ZIP
 * goes to the store of files as it arrives, where the job finds the other files; memory holds a part of it.
 * @throws Refused 'request.tooLarge', 'server.full', 'files.storeAway'
 */
export async function* receiveImport(
  services: Pick<CommonServices, 'db' | 'fileStore'>,
  chunks: AsyncIterable<Buffer>,
  receiving: Receiving,
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < zipStart.length) {
    const next = await source.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  const whole = joinHead(head, source)
  if (head.indexOf(zipStart) === 0) yield* receiveZip(services, whole, receiving)
  // One byte more, so that the check refuses a larger file with the limit.
  else yield* limited(whole, limits.importBytes + 1)
}

async function* joinHead(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  } finally {
    await source.return?.()
  }
}

async function* limited(chunks: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > max) refuse('request.tooLarge')
    yield chunk
  }
}

async function* receiveZip(
  { db, fileStore }: Pick<CommonServices, 'db' | 'fileStore'>,
  chunks: AsyncIterable<Uint8Array>,
  { actor, job, keepOpen, onOwnZip }: Receiving,
): AsyncGenerator<Uint8Array> {
  const checkSpace = async () => requireSpace(await fileStore.readSpace())
  async function* watched(): AsyncGenerator<Uint8Array> {
    let openedAt = performance.now()
    let unchecked = 0
    for await (const chunk of limited(chunks, maxZipBytes(actor))) {
      unchecked += chunk.length
      if (unchecked > checkedBytes) {
        await checkSpace()
        unchecked = 0
      }
      if (performance.now() - openedAt > openMs) {
        await keepOpen()
        openedAt = performance.now()
      }
      yield chunk
    }
  }
  await withStoreErrors(async () => {
    await checkSpace()
    await requireSameStore(db, fileStore)
  })
  // Without the job the sweep could take the ZIP.
  await keepOpen()
  const { size } = await withStoreErrors(() => writeStream(fileStore, job, watched()))
  let isStored = false
  try {
    const zip = openStoredSource(fileStore, job, size)
    const { entries } = await listEntries(zip)
    const entry = entries.get(ownDataPath(entries.keys()) ?? '')
    if (entry) {
      yield* readData(zip, entry)
      onOwnZip(size)
      isStored = true
      return
    }
    yield* await zip.open(0, Math.min(size, limits.compressedImportBytes + 1))
  } finally {
    // The sweep removes what this call cannot.
    if (!isStored) await fileStore.remove([job]).catch(() => undefined)
  }
}

/** Yields `nestmark.json` as far as it can be read. Its reader detects a truncated text. */
async function* readData(zip: ByteSource, entry: ReadableEntry): AsyncGenerator<Uint8Array> {
  try {
    yield* readEntry(zip, entry, limits.importZipDataBytes)
  } catch (error) {
    if (!(error instanceof ZipEntryError)) throw error
  }
}
