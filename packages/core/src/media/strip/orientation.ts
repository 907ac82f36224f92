import { type Pieces, readAscii, toView } from './pieces.ts'

const tag = 0x0112

/**
 * Returns the orientation of a TIFF structure (the payload of EXIF), 1 to 8; 1 where it has none or is damaged.
 * @param tiff begins with 'II' or 'MM'
 */
function readOrientation(tiff: Uint8Array): number {
  const order = readAscii(tiff, 0, 2)
  if ((order !== 'II' && order !== 'MM') || tiff.length < 14) return 1
  const little = order === 'II'
  const view = toView(tiff)
  const start = view.getUint32(4, little)
  if (start + 2 > tiff.length) return 1
  const count = view.getUint16(start, little)
  for (let entry = 0; entry < count; entry++) {
    const at = start + 2 + entry * 12
    if (at + 12 > tiff.length) return 1
    if (view.getUint16(at, little) !== tag) continue
    const value = view.getUint16(at + 8, little)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Returns a TIFF structure that has nothing but an orientation. */
function writeOrientation(orientation: number): Uint8Array<ArrayBuffer> {
  const tiff = new Uint8Array(26)
  const view = toView(tiff)
  tiff.set([0x4d, 0x4d, 0, 42])
  view.setUint32(4, 8)
  view.setUint16(8, 1)
  view.setUint16(10, tag)
  // The type SHORT, one value.
  view.setUint16(12, 3)
  view.setUint32(14, 1)
  view.setUint16(18, orientation)
  return tiff
}

/** The EXIF of a picture. */
interface Exif {
  /** The offsets of its segment or chunk, and of the one after it. */
  at: number
  next: number
  /** Empty for other metadata. */
  tiff: Uint8Array
  /** Its format has something before the TIFF structure that it does not need. */
  hasPrefix?: boolean
}

/**
 * Keeps the orientation of a picture, and nothing else of its EXIF.
 * @param wrap returns a segment or chunk of a TIFF structure
 * @returns whether it has an orientation other than upright
 */
export function keepOrientation(
  pieces: Pieces,
  { at, next, tiff, hasPrefix = false }: Exif,
  wrap: (tiff: Uint8Array) => Uint8Array<ArrayBuffer>,
): boolean {
  const orientation = readOrientation(tiff)
  if (orientation === 1) {
    pieces.drop()
    return false
  }
  const written = writeOrientation(orientation)
  if (!hasPrefix && isEqual(tiff, written)) pieces.keep(at, next)
  else pieces.add(wrap(written))
  return true
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
