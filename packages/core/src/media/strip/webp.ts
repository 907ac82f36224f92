import { isEqual, readOrientation, writeOrientation } from './orientation.ts'
import { type Piece, Pieces, readAscii, type ReadBytes, toView } from './pieces.ts'

const exifFlag = 0x08
const xmpFlag = 0x04

/**
 * Removes EXIF and XMP from a WebP, and everything after it. The orientation is stored in a new EXIF chunk.
 * @returns null where nothing is to be removed, or the file is damaged
 */
export async function stripWebp(read: ReadBytes, size: number): Promise<Piece[] | null> {
  const riffEnd = 8 + toView(await read(0, 12)).getUint32(4, true)
  if (riffEnd > size + 1) return null
  const stop = Math.min(riffEnd, size)
  const chunks = new Pieces()
  let hasExif = false
  let extended: { at: number; flags: number } | undefined
  let at = 12
  while (at + 8 <= stop) {
    const head = await read(at, 12)
    const type = readAscii(head, 0, 4)
    const length = toView(head).getUint32(4, true)
    // Chunks have an even length.
    const next = Math.min(at + 8 + length + (length % 2), stop)
    if (at + 8 + length > stop) return null
    if (type === 'VP8X') extended = { at, flags: head[8] ?? 0 }
    if (type === 'XMP ') chunks.drop()
    else if (type === 'EXIF') hasExif = (await stripExif(chunks, read, at, next)) || hasExif
    else chunks.keep(at, next)
    at = next
  }
  if (stop < size) chunks.drop()
  const list = chunks.result()
  return list && withHeader(list, extended, hasExif)
}

/** @returns whether a chunk with the orientation remains */
async function stripExif(chunks: Pieces, read: ReadBytes, at: number, next: number): Promise<boolean> {
  const payload = await read(at + 8, next - at - 8)
  // Some writers begin it as JPEG does.
  const tiffAt = readAscii(payload, 0, 4) === 'Exif' ? 6 : 0
  const orientation = readOrientation(payload.subarray(tiffAt))
  if (orientation === 1) {
    chunks.drop()
    return false
  }
  const tiff = writeOrientation(orientation)
  if (isEqual(payload, tiff)) chunks.keep(at, next)
  else {
    const chunk = new Uint8Array(8 + tiff.length)
    chunk.set(new TextEncoder().encode('EXIF'))
    toView(chunk).setUint32(4, tiff.length, true)
    chunk.set(tiff, 8)
    chunks.add(chunk)
  }
  return true
}

/** Returns the chunks after a header with the new size and the flags of the remaining chunks. */
function withHeader(
  chunks: readonly Piece[],
  extended: { at: number; flags: number } | undefined,
  hasExif: boolean,
): Piece[] {
  const size = chunks.reduce(
    (sum, piece) => sum + ('from' in piece ? piece.to - piece.from : piece.length),
    4,
  )
  const header = new Uint8Array(12)
  header.set(new TextEncoder().encode('RIFF'))
  toView(header).setUint32(4, size, true)
  header.set(new TextEncoder().encode('WEBP'), 8)
  if (!extended) return [header, ...chunks]
  const flagsAt = extended.at + 8
  const flags = Uint8Array.of((extended.flags & ~(exifFlag | xmpFlag)) | (hasExif ? exifFlag : 0))
  const pieces = chunks.flatMap((piece): Piece[] =>
    'from' in piece && piece.from <= flagsAt && flagsAt < piece.to
      ? [{ from: piece.from, to: flagsAt }, flags, { from: flagsAt + 1, to: piece.to }]
      : [piece],
  )
  return [header, ...pieces]
}
