import { deflateRawSync } from 'node:zlib'

/** Compresses a text as Firefox does for its backups. @param packs whether repetitions are compressed */
export function mozLz4(text: string, packs = true): Uint8Array {
  const bytes = Buffer.from(text)
  const out: number[] = []
  let literals: number[] = []
  const length = (n: number) => {
    for (let left = n - 15; left >= 0; left -= 255) out.push(Math.min(left, 255))
  }
  const flush = (copied: number, offset: number) => {
    const more = copied === 0 ? 0 : copied - 4
    out.push((Math.min(literals.length, 15) << 4) | Math.min(more, 15))
    if (literals.length >= 15) length(literals.length)
    out.push(...literals)
    literals = []
    if (copied === 0) return
    out.push(offset & 255, offset >> 8)
    if (more >= 15) length(more)
  }
  for (let at = 0; at < bytes.length;) {
    const from = packs && at > 4 ? bytes.lastIndexOf(bytes.subarray(at, at + 8), at - 1) : -1
    if (from < 0 || at - from > 65_535 || bytes.length - at < 20) {
      literals.push(bytes[at++]!)
      continue
    }
    let copied = 8
    while (at + copied < bytes.length - 12 && bytes[from + copied] === bytes[at + copied]) copied++
    flush(copied, at - from)
    at += copied
  }
  flush(0, 0)
  const header = Buffer.alloc(12)
  header.write('mozLz40\0', 'latin1')
  header.writeUInt32LE(bytes.length, 8)
  return new Uint8Array(Buffer.concat([header, Buffer.from(out)]))
}

/** Writes a binary property list of texts, dates, lists and dictionaries. The same object is written once. */
export function binaryPlist(root: object): Uint8Array {
  const objects: Buffer[] = []
  const known = new Map<unknown, number>()
  const ref = (n: number) => Buffer.from([n >> 8, n & 255])
  const sized = (kind: number, n: number) =>
    n < 15 ? Buffer.from([(kind << 4) | n]) : Buffer.from([(kind << 4) | 15, 0x11, n >> 8, n & 255])
  const write = (value: unknown): number => {
    const found = known.get(value)
    if (found !== undefined) return found
    const at = objects.push(Buffer.alloc(0)) - 1
    known.set(value, at)
    if (value instanceof Date) {
      const bytes = Buffer.alloc(9, 0x33)
      bytes.writeDoubleBE((value.getTime() - Date.UTC(2001, 0, 1)) / 1000, 1)
      objects[at] = bytes
    } else if (Array.isArray(value))
      objects[at] = Buffer.concat([sized(0xa, value.length), ...value.map(each => ref(write(each)))])
    else if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value).map(key => ref(write(key)))
      const values = Object.values(value).map(each => ref(write(each)))
      objects[at] = Buffer.concat([sized(0xd, keys.length), ...keys, ...values])
    } else {
      const text = String(value)
      const isAscii = /^[\x20-\x7e]*$/.test(text)
      const bytes = isAscii ? Buffer.from(text, 'latin1') : Buffer.from(text, 'utf16le').swap16()
      objects[at] = Buffer.concat([sized(isAscii ? 5 : 6, text.length), bytes])
    }
    return at
  }
  write(root)
  let offset = 8
  const table = objects.map(object => {
    const here = Buffer.alloc(4)
    here.writeUInt32BE(offset)
    offset += object.length
    return here
  })
  const trailer = Buffer.alloc(32)
  trailer.writeUInt8(4, 6)
  trailer.writeUInt8(2, 7)
  trailer.writeBigUInt64BE(BigInt(objects.length), 8)
  trailer.writeBigUInt64BE(BigInt(offset), 24)
  return new Uint8Array(Buffer.concat([Buffer.from('bplist00'), ...objects, ...table, trailer]))
}

/** Writes a ZIP of compressed files. @param flags the flags of each file; 1 is encrypted */
export function zip(files: Readonly<Record<string, string | Uint8Array>>, flags = 0): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const compressed = deflateRawSync(content)
    const size = Buffer.byteLength(content as string)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(flags | 0x800, 6)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(compressed.length, 18)
    head.writeUInt32LE(size, 22)
    head.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    head.copy(entry, 6, 4, 30)
    entry.writeUInt32LE(offset, 42)
    entry.writeUInt16LE(0, 30)
    parts.push(head, Buffer.from(name), compressed)
    directory.push(entry, Buffer.from(name))
    offset += head.length + Buffer.byteLength(name) + compressed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}
