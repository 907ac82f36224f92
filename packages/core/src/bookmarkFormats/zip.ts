/** A file in a ZIP. */
export interface ZipEntry {
  name: string
  method: number
  isEncrypted: boolean
  compressedSize: number
  size: number
  /** The place of its header in the ZIP, in bytes. */
  offset: number
}

/** The number of files that are listed. */
const maxEntries = 200_000
const [endMark, entryMark, fileMark] = [0x06054b50, 0x02014b50, 0x04034b50]

/**
 * Lists the files of a ZIP by its directory. Nothing is written to a disk, so a name is only text.
 * @returns the files in the order of the directory; null for a damaged ZIP, or one of more than 4 GB
 */
export function listZip(zip: Uint8Array): ZipEntry[] | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = findEnd(view)
  if (end === null) return null
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  const count = Math.min(view.getUint16(end + 10, true), maxEntries)
  for (let n = 0; n < count; n++) {
    if (at + 46 > zip.length || view.getUint32(at, true) !== entryMark)
      return entries.length > 0 ? entries : null
    const nameLength = view.getUint16(at + 28, true)
    const flags = view.getUint16(at + 8, true)
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength))
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      isEncrypted: (flags & 1) === 1,
      compressedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** Returns the place of the end of the directory, which a comment may follow. */
function findEnd(view: DataView): number | null {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === endMark) return at
  return null
}

/** Returns whether a file of a ZIP can be unpacked. */
export function isReadable({ method, isEncrypted }: ZipEntry): boolean {
  return !isEncrypted && (method === 0 || method === 8)
}

/**
 * Unpacks a file of a ZIP, piece by piece.
 * @param max the number of bytes after which it ends
 * @throws TypeError or RangeError for damaged data
 */
export async function* unpackEntry(
  zip: Uint8Array,
  entry: ZipEntry,
  max: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  if (view.getUint32(entry.offset, true) !== fileMark) throw new RangeError('no file at this place')
  const start =
    entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
  if (start + entry.compressedSize > zip.length) throw new RangeError('the file ends behind the ZIP')
  const compressed = zip.slice(start, start + entry.compressedSize)
  let size = 0
  const source = new Blob([compressed]).stream()
  const stream = entry.method === 0 ? source : source.pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      size += value.length
      if (size > max) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
