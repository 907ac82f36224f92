import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReader, type Options, RandomAccessReader, type ZipFile } from 'yauzl'
import { expect, test } from 'vitest'
import { packDescriptor } from './zipRecords.ts'
import { createZipStream, type ZipEntry } from './zipStream.ts'

const chunk = Buffer.alloc(4 << 20, 'heron ')
const chunksOfEntry = 24
const largeEntries = 45
const entryBytes = chunk.length * chunksOfEntry

/** Reads a ZIP whose chunks are stored as they arrived: nearly all of them are one buffer. */
class ChunkReader extends RandomAccessReader {
  readonly #chunks: readonly Buffer[]
  readonly #offsets: number[] = []

  constructor(chunks: readonly Buffer[]) {
    super()
    this.#chunks = chunks
    let at = 0
    for (const { length } of chunks) {
      this.#offsets.push(at)
      at += length
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const pieces = this.#chunks.flatMap((piece, n) => {
      const at = this.#offsets[n]!
      return at < end && at + piece.length > start
        ? [piece.subarray(Math.max(0, start - at), Math.max(0, end - at))]
        : []
    })
    return Readable.from(pieces)
  }
}

const openZip = promisify<RandomAccessReader, number, Options, ZipFile>(fromRandomAccessReader)

/** Returns the length and the checksum of an entry. */
async function measure(zip: ZipFile, entry: Entry): Promise<{ size: number; crc: number }> {
  const stream = await promisify<Entry, Readable>((each, done) => zip.openReadStream(each, done))(entry)
  let size = 0
  let crc = 0
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    size += bytes.length
    crc = crc32(bytes, crc)
  }
  return { size, crc }
}

test('IO-02 writes a ZIP of more than 4 GB as ZIP64, and reads entries around and after 4 GB', async () => {
  async function* large(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < chunksOfEntry; n++) yield chunk
  }
  async function* last(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('the last one')
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let n = 0; n < largeEntries; n++)
      yield { path: `files/${n}`, at: 0, isCompressed: false, chunks: large() }
    yield { path: 'files/last', at: 0, isCompressed: true, chunks: last() }
  }
  const written: Buffer[] = []
  const zipStream = createZipStream(entries())
  // Joined chunks would be copies.
  zipStream.on('data', (bytes: Buffer) => written.push(bytes))
  await new Promise((resolve, reject) => zipStream.on('end', resolve).on('error', reject))
  const total = written.reduce((sum, { length }) => sum + length, 0)
  expect(total).toBeGreaterThan(2 ** 32)

  const options = { lazyEntries: true, strictFileNames: true, autoClose: false }
  const zip = await openZip(new ChunkReader(written), total, options)
  const found: Entry[] = []
  zip.on('entry', (entry: Entry) => {
    found.push(entry)
    zip.readEntry()
  })
  await new Promise((resolve, reject) => {
    zip.on('end', resolve).on('error', reject)
    zip.readEntry()
  })
  expect(found).toHaveLength(largeEntries + 1)
  const offsets = found.map(each => each.relativeOffsetOfLocalHeader)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  expect(offsets.at(-1)).toBeGreaterThan(2 ** 32)
  const across = found.findLast(each => each.relativeOffsetOfLocalHeader < 2 ** 32)!
  expect(across.relativeOffsetOfLocalHeader + entryBytes).toBeGreaterThan(2 ** 32)
  for (const entry of [across, found.at(-2)!]) {
    const { size, crc } = await measure(zip, entry)
    expect([size, crc]).toEqual([entryBytes, entry.crc32])
  }
  expect(await measure(zip, found.at(-1)!)).toEqual({ size: 12, crc: crc32('the last one') })
})

test('rejects an entry of more than 4 GB instead of writing a wrong length', () => {
  const entry = {
    name: Buffer.from('a'),
    at: 0,
    isCompressed: false,
    crc: 0,
    compressedSize: 2 ** 32,
    offset: 0,
  }
  expect(() => packDescriptor({ ...entry, size: 2 ** 32 })).toThrow('more than 4 GB')
})
