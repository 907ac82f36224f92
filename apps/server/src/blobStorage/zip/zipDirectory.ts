import { type ByteSource, readBytes } from '../byteSource.ts'

/** A file in a ZIP, as its directory describes it. */
export interface ReadableEntry {
  /** 0 stored, 8 deflate. */
  method: number
  isEncrypted: boolean
  crc: number
  /** Bytes in the ZIP. */
  compressedSize: number
  /** Unpacked bytes; null when the ZIP ends before they are recorded. */
  size: number | null
  /** Where it begins in the ZIP. */
  offset: number
}

/** The entries and the bytes of names that are listed: those behind them are left out, so that memory is bounded. */
export const listed = { entries: 300_000, nameBytes: 60_000_000 }

const [endMark, end64Mark, locatorMark, recordMark] = [0x06054b50, 0x06064b50, 0x07064b50, 0x02014b50]
const [endBytes, end64Bytes, locatorBytes, recordBytes] = [22, 56, 20, 46]
const [max16, max32] = [0xffff, 0xffffffff]

interface Place {
  entries: number
  offset: number
  size: number
}

/**
 * Lists the files of a ZIP by its directory, which is read piece by piece.
 * @returns null when there is no directory, or it is damaged
 */
export async function listDirectory(source: ByteSource): Promise<Map<string, ReadableEntry> | null> {
  const place = await findDirectory(source)
  if (!place || place.offset + place.size > source.size) return null
  const entries = new Map<string, ReadableEntry>()
  let nameBytes = 0
  let read = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of await source.open(place.offset, place.offset + place.size)) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    let at = 0
    for (; rest.length - at >= recordBytes; read++) {
      if (read === place.entries || rest.readUInt32LE(at) !== recordMark) return read > 0 ? entries : null
      const [nameLength, extraLength] = [rest.readUInt16LE(at + 28), rest.readUInt16LE(at + 30)]
      const length = recordBytes + nameLength + extraLength + rest.readUInt16LE(at + 32)
      if (rest.length - at < length) break
      const name = rest.toString('utf8', at + recordBytes, at + recordBytes + nameLength)
      nameBytes += nameLength
      if (entries.size >= listed.entries || nameBytes > listed.nameBytes) return entries
      const extra = rest.subarray(at + recordBytes + nameLength, at + recordBytes + nameLength + extraLength)
      const entry = readRecord(rest.subarray(at, at + recordBytes), extra)
      if (!name.endsWith('/') && !entries.has(name)) entries.set(name, entry)
      at += length
    }
    // A copy, so that the memory of the chunk is not held.
    rest = Buffer.from(rest.subarray(at))
  }
  return read === place.entries ? entries : null
}

/** Finds the directory by the records at the end, which a comment may follow. */
async function findDirectory(source: ByteSource): Promise<Place | null> {
  const start = Math.max(0, source.size - endBytes - max16 - locatorBytes)
  if (source.size < endBytes) return null
  const tail = await readBytes(source, start, source.size)
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endMark) continue
    const place = {
      entries: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    }
    if (place.entries < max16 && place.size < max32 && place.offset < max32) return place
    return findDirectory64(source, tail, at - locatorBytes)
  }
  return null
}

async function findDirectory64(source: ByteSource, tail: Buffer, locator: number): Promise<Place | null> {
  if (locator < 0 || tail.readUInt32LE(locator) !== locatorMark) return null
  const at = Number(tail.readBigUInt64LE(locator + 8))
  if (at + end64Bytes > source.size) return null
  const end = await readBytes(source, at, at + end64Bytes)
  if (end.readUInt32LE(0) !== end64Mark) return null
  return {
    entries: Number(end.readBigUInt64LE(32)),
    size: Number(end.readBigUInt64LE(40)),
    offset: Number(end.readBigUInt64LE(48)),
  }
}

function readRecord(record: Buffer, extra: Buffer): ReadableEntry {
  const entry = {
    method: record.readUInt16LE(10),
    isEncrypted: (record.readUInt16LE(8) & 1) === 1,
    crc: record.readUInt32LE(16),
    compressedSize: record.readUInt32LE(20),
    size: record.readUInt32LE(24),
    offset: record.readUInt32LE(42),
  }
  let far = findFar(extra)
  // The numbers that do not fit into the record, in this order.
  for (const key of ['size', 'compressedSize', 'offset'] as const) {
    if (entry[key] !== max32 || far.length < 8) continue
    entry[key] = Number(far.readBigUInt64LE(0))
    far = far.subarray(8)
  }
  return entry
}

/** Returns the numbers of ZIP64 in the extra fields of a record. */
function findFar(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length;) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)]
    if (id === 1) return extra.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return Buffer.alloc(0)
}
