/** The records of the ZIP format, as APPNOTE 6.3.10 describes them. Numbers are little-endian. */

/** What is known of an entry after its bytes were written. */
export interface WrittenEntry {
  name: Buffer
  /** When it was changed, in milliseconds since 1970. */
  at: number
  isCompressed: boolean
  crc: number
  /** Bytes in the ZIP, and unpacked. */
  compressedSize: number
  size: number
  /** Where it begins in the ZIP. */
  offset: number
}

const max16 = 0xffff
const max32 = 0xffffffff
const neededPlain = 20
const neededZip64 = 45
/** Made on Unix, by version 6.3. */
const madeBy = (3 << 8) | 63
/** Lengths and checksum follow the bytes; the name is UTF-8. */
const flags = (1 << 3) | (1 << 11)
/** A plain file that its owner may write. */
const attributes = (0o100644 << 16) >>> 0

/** Returns the bytes of fields, each with its length in bytes. */
function pack(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const record = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) record.writeBigUInt64LE(BigInt(value), at)
    else record.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return record
}

/** Returns date and time as DOS has them, in UTC: from 1980 to 2107, in steps of two seconds. */
function toDosTime(at: number): { date: number; time: number } {
  const moment = new Date(Math.min(Math.max(at, Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31)))
  return {
    date: ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
  }
}

/** Returns the record before the bytes of an entry. */
export function packLocalHeader({ name, at, isCompressed }: WrittenEntry): Buffer {
  const { date, time } = toDosTime(at)
  const head = pack(
    [4, 0x04034b50],
    [2, neededPlain],
    [2, flags],
    [2, isCompressed ? 8 : 0],
    [2, time],
    [2, date],
    // Checksum and lengths are not known yet.
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  )
  return Buffer.concat([head, name])
}

/** Returns the record behind the bytes of an entry. @throws Error above 4 GB, which no file of a library has */
export function packDescriptor({ crc, compressedSize, size }: WrittenEntry): Buffer {
  if (compressedSize >= max32 || size >= max32) throw new Error('An entry of a ZIP has more than 4 GB.')
  return pack([4, 0x08074b50], [4, crc], [4, compressedSize], [4, size])
}

/** Returns the record of an entry in the directory. */
export function packDirectoryRecord(entry: WrittenEntry): Buffer {
  const { name, at, isCompressed, crc, compressedSize, size, offset } = entry
  const isFar = offset >= max32
  const { date, time } = toDosTime(at)
  // The exact time of change, in seconds since 1970.
  const seconds = Math.min(Math.max(Math.floor(at / 1000), 0), 0x7fffffff)
  const changed = Buffer.concat([pack([2, 0x5455], [2, 5]), Buffer.from([1]), pack([4, seconds])])
  const far = isFar ? pack([2, 0x0001], [2, 8], [8, offset]) : Buffer.alloc(0)
  const head = pack(
    [4, 0x02014b50],
    [2, madeBy],
    [2, isFar ? neededZip64 : neededPlain],
    [2, flags],
    [2, isCompressed ? 8 : 0],
    [2, time],
    [2, date],
    [4, crc],
    [4, compressedSize],
    [4, size],
    [2, name.length],
    [2, changed.length + far.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, attributes],
    [4, isFar ? max32 : offset],
  )
  return Buffer.concat([head, name, changed, far])
}

/** Returns the end of a ZIP, with the records of ZIP64 where the numbers need them: where its directory is. */
export function packEnd({ entries, offset, size }: Record<'entries' | 'offset' | 'size', number>): Buffer {
  const isZip64 = entries >= max16 || offset >= max32 || size >= max32
  const end = pack(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(entries, max16)],
    [2, Math.min(entries, max16)],
    [4, Math.min(size, max32)],
    [4, Math.min(offset, max32)],
    [2, 0],
  )
  if (!isZip64) return end
  const end64 = pack(
    [4, 0x06064b50],
    [8, 44],
    [2, madeBy],
    [2, neededZip64],
    [4, 0],
    [4, 0],
    [8, entries],
    [8, entries],
    [8, size],
    [8, offset],
  )
  const locator = pack([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1])
  return Buffer.concat([end64, locator, end])
}
