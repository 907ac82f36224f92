import { crc32, createInflateRaw } from 'node:zlib'
import { type ByteSource, readBytes } from '../byteSource.ts'
import { transformChunks } from '../transformChunks.ts'
import { listDirectory, type ReadableEntry } from './zipDirectory.ts'
import { scanEntries } from './zipScan.ts'

/** What is wrong with an entry: its bytes differ from its record, or are more than is allowed. */
export class ZipEntryError extends Error {
  override name = 'ZipEntryError'
  readonly reason: 'damaged' | 'tooLarge'
  constructor(reason: ZipEntryError['reason'], options?: ErrorOptions) {
    super(`The entry of the ZIP is ${reason === 'damaged' ? 'damaged' : 'too large'}.`, options)
    this.reason = reason
  }
}

/** The entries of a ZIP. */
export interface ZipListing {
  /** By path. A path is only a key: nothing is written to a disk. Of several entries of one path, the first. */
  entries: Map<string, ReadableEntry>
  /** False for a ZIP without its directory, whose end is missing. Its entries were found one after the other. */
  isComplete: boolean
}

const headBytes = 30
const fileMark = 0x04034b50
/** Decompression is limited to this many times the compressed bytes, plus this many: text compresses no better. */
const [maxRatio, ratioFree] = [100, 1_000_000]

/** Lists the entries of a ZIP by its directory, or from its beginning where that is missing. */
export async function listEntries(source: ByteSource): Promise<ZipListing> {
  const entries = await listDirectory(source)
  if (entries) return { entries, isComplete: true }
  return { entries: await scanEntries(source), isComplete: false }
}

/**
 * Reads an entry, unpacked and compared with its record.
 * @param max the unpacked bytes that are allowed
 * @throws ZipEntryError 'tooLarge' as soon as there are more; 'damaged' when length or checksum differ, at the end
 */
export async function* readEntry(
  source: ByteSource,
  entry: ReadableEntry,
  max: number,
): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted || (entry.method !== 0 && entry.method !== 8)) throw new ZipEntryError('damaged')
  const allowed = Math.min(max, entry.compressedSize * maxRatio + ratioFree)
  if (entry.size !== null && entry.size > allowed) throw new ZipEntryError('tooLarge')
  const start = await findContent(source, entry)
  if (start === null || start + entry.compressedSize > source.size) throw new ZipEntryError('damaged')
  let size = 0
  let crc = 0
  try {
    const compressed = await source.open(start, start + entry.compressedSize)
    const chunks = entry.method === 8 ? transformChunks(compressed, createInflateRaw()) : compressed
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > allowed) throw new ZipEntryError('tooLarge')
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw new ZipEntryError('damaged', { cause: error })
    throw error
  }
  if (entry.size !== size || entry.crc !== crc) throw new ZipEntryError('damaged')
}

/** Returns where the content of an entry begins; null when there is no entry at this place. */
async function findContent(source: ByteSource, { offset }: ReadableEntry): Promise<number | null> {
  if (offset < 0 || offset + headBytes > source.size) return null
  const head = await readBytes(source, offset, offset + headBytes)
  if (head.readUInt32LE(0) !== fileMark) return null
  return offset + headBytes + head.readUInt16LE(26) + head.readUInt16LE(28)
}
