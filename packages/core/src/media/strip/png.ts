import { crc32 } from './crc32.ts'
import { isEqual, readOrientation, writeOrientation } from './orientation.ts'
import { type Piece, Pieces, readAscii, type ReadBytes, toView } from './pieces.ts'

const dropped: ReadonlySet<string> = new Set(['tEXt', 'iTXt', 'zTXt', 'tIME'])

/**
 * Removes text, dates and EXIF from a PNG, and everything after it. The orientation is stored in a new EXIF chunk.
 * @returns null where nothing is to be removed, or the file is damaged
 */
export async function stripPng(read: ReadBytes, size: number): Promise<Piece[] | null> {
  const pieces = new Pieces()
  pieces.keep(0, 8)
  let at = 8
  while (at + 12 <= size) {
    const head = await read(at, 8)
    const length = toView(head).getUint32(0)
    const type = readAscii(head, 4, 4)
    const next = at + 12 + length
    if (next > size) return null
    if (dropped.has(type)) pieces.drop()
    else if (type === 'eXIf') await stripExif(pieces, read, at, next)
    else pieces.keep(at, next)
    at = next
    if (type !== 'IEND') continue
    if (at < size) pieces.drop()
    return pieces.result()
  }
  return null
}

async function stripExif(pieces: Pieces, read: ReadBytes, at: number, next: number): Promise<void> {
  const payload = await read(at + 8, next - at - 12)
  const orientation = readOrientation(payload)
  if (orientation === 1) return pieces.drop()
  const tiff = writeOrientation(orientation)
  if (isEqual(payload, tiff)) return pieces.keep(at, next)
  const chunk = new Uint8Array(12 + tiff.length)
  const view = toView(chunk)
  view.setUint32(0, tiff.length)
  chunk.set(new TextEncoder().encode('eXIf'), 4)
  chunk.set(tiff, 8)
  view.setUint32(8 + tiff.length, crc32(chunk.subarray(4, 8 + tiff.length)))
  pieces.add(chunk)
}
