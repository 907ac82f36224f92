import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { transformChunks } from '../transformChunks.ts'
import {
  packDescriptor,
  packDirectoryRecord,
  packEnd,
  packLocalHeader,
  type WrittenEntry,
} from './zipRecords.ts'

/** A file that is written to a ZIP. */
export interface ZipEntry {
  /** Safe and unlike all others. */
  path: string
  /** When it was changed, in milliseconds since 1970. */
  at: number
  /** False for what is compressed already, such as pictures. */
  isCompressed: boolean
  /** Read once, when all entries before it were written. */
  chunks: AsyncIterable<Uint8Array>
}

/** Text becomes about as small as at level 6, in half of the time. */
const compressionLevel = 3
/** Records of the directory that are joined: one buffer for each would take twice the memory. */
const recordsJoined = 500

/**
 * Returns a ZIP that is made while it is read: an entry is requested when the previous one was written. Memory holds
 * the directory, some 150 bytes for each entry, which a ZIP has at its end. Large ones are ZIP64. Tests read it with
 * another library.
 * @param entries ended when the ZIP is destroyed; their error destroys the ZIP
 */
export function createZipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const chunks = writeZip(entries)
  /** Not awaited: a reading may end only because the stream has closed. */
  const end = () => chunks.return(undefined).catch(() => undefined)
  return new Readable({
    read() {
      chunks.next().then(
        ({ value, done }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(error as Error),
      )
    },
    destroy(error, done) {
      void end()
      done(error)
    },
  })
}

async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const joined: Buffer[] = []
  let records: Buffer[] = []
  let count = 0
  let offset = 0
  for await (const { path, at, isCompressed, chunks } of entries) {
    const entry = { name: Buffer.from(path), at, isCompressed, crc: 0, compressedSize: 0, size: 0, offset }
    const head = packLocalHeader(entry)
    yield head
    yield* writeBytes(entry, chunks)
    const descriptor = packDescriptor(entry)
    yield descriptor
    offset += head.length + entry.compressedSize + descriptor.length
    records.push(packDirectoryRecord(entry))
    count++
    if (records.length < recordsJoined) continue
    joined.push(Buffer.concat(records))
    records = []
  }
  joined.push(Buffer.concat(records))
  yield* joined
  const size = joined.reduce((sum, part) => sum + part.length, 0)
  yield packEnd({ entries: count, offset, size })
}

/** Yields the bytes of an entry as they are in the ZIP, and records their lengths and checksum. */
async function* writeBytes(
  entry: WrittenEntry,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  async function* measure(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      entry.crc = crc32(chunk, entry.crc)
      entry.size += chunk.length
      yield chunk
    }
  }
  const written = entry.isCompressed
    ? transformChunks(measure(), createDeflateRaw({ level: compressionLevel }))
    : measure()
  for await (const chunk of written) {
    entry.compressedSize += chunk.length
    // An empty chunk would end the stream.
    if (chunk.length > 0) yield chunk
  }
}
