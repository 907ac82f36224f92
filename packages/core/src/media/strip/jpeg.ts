import { joinBytes } from '../../joinBytes.ts'
import { keepOrientation } from './orientation.ts'
import { maxParts, Pieces, readAscii, type ReadBytes, type StripPlan } from './pieces.ts'

const exifHeader = 'Exif\0\0'
const jfif = 0xe0
const app1 = 0xe1
/** Colour profiles, and other metadata. */
const app2 = 0xe2
/** How the colours are encoded, by Adobe. */
const app14 = 0xee
const scan = 0xda
const end = 0xd9
const jfifBytes = 18
const adobeBytes = 16
const chunkBytes = 64 * 1024

/** Segments that the picture consists of, and whether their content has the length that they declare. */
const coding = new Map<number, (content: Uint8Array) => boolean>([
  // Frames: all processes without hierarchy.
  ...[0xc0, 0xc1, 0xc2, 0xc3, 0xc9, 0xca, 0xcb].map(marker => [marker, isFrame] as const),
  [0xc4, isHuffmanTables],
  [0xcc, isArithmeticConditions],
  [0xdb, isQuantizationTables],
  [0xdc, content => content.length === 2],
  [0xdd, content => content.length === 2],
  [scan, isScanHeader],
])

/**
 * Removes from a JPEG all segments but those that it is decoded with, and everything after the picture: phones append
 * further pictures and videos there, with their locations. The orientation is stored in a new EXIF segment; the
 * segments of the colour profile remain.
 */
export async function stripJpeg(read: ReadBytes, size: number): Promise<StripPlan> {
  const pieces = new Pieces()
  pieces.keep(0, 2)
  let at = 2
  let hasScan = false
  let hasOrientation = false
  let count = 0
  while (at + 2 <= size && ++count <= maxParts) {
    const head = await read(at, 4)
    const [prefix = 0, marker = 0] = head
    if (prefix !== 0xff) return 'unreadable'
    if (marker === 0xff) {
      // Fill bytes before a marker.
      pieces.drop()
      at++
      continue
    }
    if (marker === end) {
      if (!hasScan) return 'unreadable'
      pieces.keep(at, at + 2)
      if (at + 2 < size) pieces.drop()
      return pieces.result()
    }
    const next = at + 2 + ((head[2] ?? 0) << 8) + (head[3] ?? 0)
    if (head.length < 4 || next < at + 4 || next > size) return 'unreadable'
    const content = await read(at + 4, next - at - 4)
    const isCoding = coding.get(marker)
    if (isCoding) {
      if (!isCoding(content)) return 'unreadable'
      pieces.keep(at, next)
    } else if (marker === app1 && !hasScan && !hasOrientation) {
      const isExif = readAscii(content, 0, exifHeader.length) === exifHeader
      const tiff = content.subarray(isExif ? exifHeader.length : content.length)
      hasOrientation = keepOrientation(pieces, { at, next, tiff }, toExifSegment)
    } else if (marker < jfif || (marker > 0xef && marker !== 0xfe)) return 'unreadable'
    else keepProperties(pieces, marker, content, at)
    at = next
    if (marker !== scan) continue
    hasScan = true
    const stop = await findMarker(read, at, size)
    if (stop === null) return 'unreadable'
    pieces.keep(at, stop)
    at = stop
  }
  return 'unreadable'
}

function isFrame(content: Uint8Array): boolean {
  return content.length >= 9 && content.length === 6 + 3 * (content[5] ?? 0)
}

function isHuffmanTables(content: Uint8Array): boolean {
  let at = 0
  while (at + 17 <= content.length)
    at += 17 + content.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0)
  return at === content.length
}

function isQuantizationTables(content: Uint8Array): boolean {
  let at = 0
  while (at < content.length) at += (content[at] ?? 0) >> 4 === 0 ? 65 : 129
  return at === content.length
}

/** Pairs of a table, of a class below 2 and a number below 4, and its value. */
function isArithmeticConditions(content: Uint8Array): boolean {
  const isTable = (byte: number) => byte >> 4 < 2 && (byte & 15) < 4
  return (
    content.length > 0 &&
    content.length % 2 === 0 &&
    content.every((byte, at) => at % 2 === 1 || isTable(byte))
  )
}

/** The components with their tables, then the first and last coefficient, and the bits of each. */
function isScanHeader(content: Uint8Array): boolean {
  const tables = content.subarray(1, -3).filter((_, at) => at % 2 === 1)
  const [first = 64, last = 64, bits = 255] = content.subarray(-3)
  return (
    content.length === 4 + 2 * (content[0] ?? 0) &&
    tables.every(byte => byte >> 4 < 4 && (byte & 15) < 4) &&
    Math.max(first, last) < 64 &&
    Math.max(bits >> 4, bits & 15) < 14
  )
}

/** Keeps JFIF without its thumbnail, colour profiles, and how the colours are encoded. */
function keepProperties(pieces: Pieces, marker: number, content: Uint8Array, at: number): void {
  const has = (text: string) => readAscii(content, 0, text.length) === text
  if (marker === app2 && has('ICC_PROFILE\0')) return pieces.keep(at, at + 4 + content.length)
  if (marker === jfif && has('JFIF\0') && content.length >= jfifBytes - 4)
    return keepStart(pieces, jfifBytes, content, at)
  if (marker === app14 && has('Adobe') && content.length >= adobeBytes - 4)
    return keepStart(pieces, adobeBytes, content, at)
  pieces.drop()
}

/** Keeps the first bytes of a segment. The last two of JFIF are the size of its thumbnail. */
function keepStart(pieces: Pieces, length: number, content: Uint8Array, at: number): void {
  const hasThumbnail = length === jfifBytes && (content[12] !== 0 || content[13] !== 0)
  if (content.length === length - 4 && !hasThumbnail) return pieces.keep(at, at + length)
  const marker = length === jfifBytes ? jfif : app14
  const segment = Uint8Array.of(0xff, marker, 0, length - 2, ...content.subarray(0, length - 4))
  if (length === jfifBytes) segment.fill(0, 16)
  pieces.add(segment)
}

function toExifSegment(tiff: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = 2 + exifHeader.length + tiff.length
  return joinBytes([Uint8Array.of(0xff, app1, 0, length), new TextEncoder().encode(exifHeader), tiff])
}

/**
 * Returns the offset of the marker after compressed data, or null when there is none. In the data FF is followed by 00
 * or is a restart marker.
 */
async function findMarker(read: ReadBytes, from: number, size: number): Promise<number | null> {
  let at = from
  while (at + 1 < size) {
    const chunk = await read(at, chunkBytes)
    if (chunk.length < 2) break
    let offset = chunk.indexOf(0xff)
    while (offset >= 0 && offset + 1 < chunk.length) {
      const marker = chunk[offset + 1] ?? 0
      const isData = marker === 0 || (marker >= 0xd0 && marker <= 0xd7)
      if (!isData) return at + offset
      offset = chunk.indexOf(0xff, offset + 2)
    }
    // The last byte is read again, because a marker may be cut there.
    at += chunk.length - 1
  }
  return null
}
