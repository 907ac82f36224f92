import { keepOrientation } from './orientation.ts'
import { maxParts, type Piece, Pieces, readAscii, type ReadBytes, type StripPlan, toView } from './pieces.ts'

const exifFlag = 0x08
const xmpFlag = 0x04
const iccFlag = 0x20
const frameHeaderBytes = 16
const maxExifBytes = 1_000_000
const exifPrefixBytes = 6
/** The chunks that a picture, and that a frame of an animation is decoded with. */
const ofPicture: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP'])
const ofFrame: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH'])
const fixedLengths: ReadonlyMap<string, number> = new Map([
  ['VP8X', 10],
  ['ANIM', 6],
])

interface Chunk {
  type: string
  at: number
  /** The offset after its content. */
  end: number
  /** The offset after its padding: chunks have an even length. */
  next: number
}

/**
 * Removes from a WebP all chunks but those that it is decoded with, also in the frames of an animation, and everything
 * after it. The orientation is stored in a new EXIF chunk.
 */
export async function stripWebp(read: ReadBytes, size: number): Promise<StripPlan> {
  const riffEnd = 8 + toView(await read(0, 12)).getUint32(4, true)
  if (riffEnd > size) return 'unreadable'
  const list = await readChunks(read, 12, riffEnd)
  const [first] = list ?? []
  if (!list || !list.some(({ type }) => ofFrame.has(type) || type === 'ANMF')) return 'unreadable'
  const flagsAt = first?.type === 'VP8X' ? first.at + 8 : null
  const flags = flagsAt === null ? 0 : ((await read(flagsAt, 1))[0] ?? 0)
  const pieces = new Pieces()
  let hasExif = false
  for (const chunk of list) {
    const { type, at, end, next } = chunk
    if ((fixedLengths.get(type) ?? end - at - 8) !== end - at - 8) return 'unreadable'
    if (type === 'ANMF') {
      if (!(await keepFrame(pieces, read, chunk))) return 'unreadable'
    } else if (type === 'EXIF' && flagsAt !== null && !hasExif && end - at <= maxExifBytes) {
      const payload = await read(at + 8, end - at - 8)
      // Some writers begin it as JPEG does.
      const hasPrefix = readAscii(payload, 0, 4) === 'Exif'
      const tiff = payload.subarray(hasPrefix ? exifPrefixBytes : 0)
      hasExif = keepOrientation(pieces, { at, next, tiff, hasPrefix }, toExifChunk)
    } else if (ofPicture.has(type) && (type !== 'ICCP' || flags & iccFlag)) pieces.keep(at, next)
    else pieces.drop()
  }
  if (riffEnd < size) pieces.drop()
  const wanted = (flags & ~(exifFlag | xmpFlag)) | (hasExif ? exifFlag : 0)
  if (!pieces.changed && wanted === flags) return 'clean'
  if (pieces.result() === 'unreadable') return 'unreadable'
  return withHeader(pieces.list, flagsAt, wanted)
}

/** Returns the chunks of a range, or null when they do not end where it ends. */
async function readChunks(read: ReadBytes, from: number, stop: number): Promise<Chunk[] | null> {
  const found: Chunk[] = []
  let at = from
  while (at + 8 <= stop && found.length < maxParts) {
    const head = await read(at, 8)
    const end = at + 8 + toView(head).getUint32(4, true)
    const next = end + ((end - at) % 2)
    if (next > stop) return null
    found.push({ type: readAscii(head, 0, 4), at, end, next })
    at = next
  }
  return at === stop ? found : null
}

/** @returns false for a frame without the structure of one */
async function keepFrame(pieces: Pieces, read: ReadBytes, { at, end, next }: Chunk): Promise<boolean> {
  const content = at + 8 + frameHeaderBytes
  const list = content <= end ? await readChunks(read, content, end) : null
  if (!list) return false
  const needed = list.filter(({ type }) => ofFrame.has(type))
  if (needed.length === list.length) {
    pieces.keep(at, next)
    return true
  }
  const size = new Uint8Array(4)
  const length = needed.reduce((sum, chunk) => sum + chunk.next - chunk.at, frameHeaderBytes)
  toView(size).setUint32(0, length, true)
  pieces.keep(at, at + 4)
  pieces.add(size)
  pieces.keep(at + 8, content)
  for (const chunk of needed) pieces.keep(chunk.at, chunk.next)
  return true
}

function toExifChunk(tiff: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(8 + tiff.length)
  chunk.set(new TextEncoder().encode('EXIF'))
  toView(chunk).setUint32(4, tiff.length, true)
  chunk.set(tiff, 8)
  return chunk
}

/** Returns the chunks after a header with the new size, and with the flags of the remaining chunks. */
function withHeader(chunks: readonly Piece[], flagsAt: number | null, flags: number): Piece[] {
  const length = (piece: Piece) => ('from' in piece ? piece.to - piece.from : piece.length)
  const header = new Uint8Array(12)
  header.set(new TextEncoder().encode('RIFF'))
  toView(header).setUint32(
    4,
    chunks.reduce((sum, piece) => sum + length(piece), 4),
    true,
  )
  header.set(new TextEncoder().encode('WEBP'), 8)
  if (flagsAt === null) return [header, ...chunks]
  const pieces = chunks.flatMap((piece): Piece[] =>
    'from' in piece && piece.from <= flagsAt && flagsAt < piece.to
      ? [{ from: piece.from, to: flagsAt }, Uint8Array.of(flags), { from: flagsAt + 1, to: piece.to }]
      : [piece],
  )
  return [header, ...pieces]
}
