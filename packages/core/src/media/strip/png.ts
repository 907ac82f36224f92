import { crc32 } from './crc32.ts'
import { keepOrientation } from './orientation.ts'
import { maxParts, Pieces, readAscii, type ReadBytes, type StripPlan, toView } from './pieces.ts'

/** The largest length of the chunks that a picture is decoded with, in bytes. */
const maxBytes: ReadonlyMap<string, number> = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['IDAT', Infinity],
  ['IEND', 0],
  ['tRNS', 256],
  ['bKGD', 6],
  ['sBIT', 4],
  ['pHYs', 9],
  // Colours.
  ['cHRM', 32],
  ['gAMA', 4],
  ['sRGB', 1],
  ['iCCP', Infinity],
  ['cICP', 4],
  ['mDCV', 24],
  ['cLLI', 8],
  // Animations.
  ['acTL', 8],
  ['fcTL', 26],
  ['fdAT', Infinity],
])
const maxExifBytes = 1_000_000

/**
 * Removes from a PNG all chunks but those that it is decoded with, and everything after it. The orientation is stored in
 * a new EXIF chunk.
 */
export async function stripPng(read: ReadBytes, size: number): Promise<StripPlan> {
  const pieces = new Pieces()
  pieces.keep(0, 8)
  let at = 8
  let hasData = false
  let hasOrientation = false
  let count = 0
  while (at + 12 <= size && ++count <= maxParts) {
    const head = await read(at, 8)
    const length = toView(head).getUint32(0)
    const type = readAscii(head, 4, 4)
    const next = at + 12 + length
    if (!/^[A-Za-z]{4}$/.test(type) || next > size || (at === 8) !== (type === 'IHDR')) return 'unreadable'
    const max = maxBytes.get(type)
    // The first letter of a chunk without which no picture can be shown is a capital.
    const isCritical = /^[A-Z]/.test(type)
    if (isCritical && (max === undefined || length > max)) return 'unreadable'
    if (type === 'IDAT') hasData = true
    if (max !== undefined && length <= max) pieces.keep(at, next)
    else if (type === 'eXIf' && !hasOrientation && length <= maxExifBytes) {
      const tiff = await read(at + 8, length)
      hasOrientation = keepOrientation(pieces, { at, next, tiff }, toExifChunk)
    } else pieces.drop()
    at = next
    if (type !== 'IEND') continue
    if (!hasData) return 'unreadable'
    if (at < size) pieces.drop()
    return pieces.result()
  }
  return 'unreadable'
}

function toExifChunk(tiff: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(12 + tiff.length)
  const view = toView(chunk)
  view.setUint32(0, tiff.length)
  chunk.set(new TextEncoder().encode('eXIf'), 4)
  chunk.set(tiff, 8)
  view.setUint32(8 + tiff.length, crc32(chunk.subarray(4, 8 + tiff.length)))
  return chunk
}
