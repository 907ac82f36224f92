import { isEqual, readOrientation, writeOrientation } from './orientation.ts'
import { type Piece, Pieces, readAscii, type ReadBytes } from './pieces.ts'

const exifHeader = 'Exif\0\0'
const app1 = 0xe1
/** Photoshop and IPTC. */
const app13 = 0xed
const scan = 0xda
const end = 0xd9
const chunkBytes = 64 * 1024

/**
 * Removes EXIF, XMP and IPTC from a JPEG, and everything after the picture: phones append further pictures and
 * videos there, with their locations. The orientation is stored in a new EXIF segment; the segment of the colour
 * profile remains.
 * @returns null where nothing is to be removed, or the file is damaged before its first scan
 */
export async function stripJpeg(read: ReadBytes, size: number): Promise<Piece[] | null> {
  const pieces = new Pieces()
  pieces.keep(0, 2)
  let at = 2
  while (at + 4 <= size) {
    const head = await read(at, 4)
    const [prefix = 0, marker = 0] = head
    if (prefix !== 0xff) return null
    // Fill bytes before a marker.
    if (marker === 0xff) {
      pieces.keep(at, ++at)
      continue
    }
    const next = at + 2 + ((head[2] ?? 0) << 8) + (head[3] ?? 0)
    if (next < at + 4 || next > size) return null
    if (marker === app1) await stripApp1(pieces, read, at, next)
    else if (marker === app13) pieces.drop()
    else pieces.keep(at, next)
    at = next
    if (marker !== scan) continue
    const stop = await findEnd(read, at, size)
    pieces.keep(at, stop)
    if (stop < size) pieces.drop()
    return pieces.result()
  }
  return null
}

async function stripApp1(pieces: Pieces, read: ReadBytes, at: number, next: number): Promise<void> {
  const payload = await read(at + 4, next - at - 4)
  const isExif = readAscii(payload, 0, exifHeader.length) === exifHeader
  const orientation = isExif ? readOrientation(payload.subarray(exifHeader.length)) : 1
  if (orientation === 1) return pieces.drop()
  const tiff = writeOrientation(orientation)
  if (isEqual(payload.subarray(exifHeader.length), tiff)) return pieces.keep(at, next)
  const segment = new Uint8Array(4 + exifHeader.length + tiff.length)
  segment.set([0xff, app1, 0, segment.length - 2])
  segment.set(new TextEncoder().encode(exifHeader), 4)
  segment.set(tiff, 4 + exifHeader.length)
  pieces.add(segment)
}

/**
 * Returns the offset after the end marker of the picture. In compressed data FF is followed by 00 or a restart
 * marker, so another marker begins the next segment.
 */
async function findEnd(read: ReadBytes, from: number, size: number): Promise<number> {
  let at = from
  while (at + 1 < size) {
    const chunk = await read(at, chunkBytes)
    if (chunk.length < 2) break
    let offset = chunk.indexOf(0xff)
    while (offset >= 0 && offset + 1 < chunk.length) {
      const marker = chunk[offset + 1] ?? 0
      if (marker === end) return at + offset + 2
      const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
      offset = chunk.indexOf(0xff, offset + (isData && marker !== 0xff ? 2 : 1))
    }
    // The last byte is read again, because a marker may be cut there.
    at += chunk.length - 1
  }
  return size
}
