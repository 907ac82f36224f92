import { sniffContainer, sniffedBytes } from '@nestmark/core/media/sniff'

/** Larger pictures are encoded again, in bytes. */
export const maxPictureBytes = 300_000
/** Larger fonts are omitted, in bytes. */
const maxFontBytes = 1_500_000

const pictureTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/**
 * Returns the type of a picture that browsers show, by its first bytes; null for any other file.
 * @param declared by the server; used for the text format SVG only
 */
export function readPictureType(bytes: Buffer, declared: string): string | null {
  const type = pictureTypes[sniffContainer(bytes.subarray(0, sniffedBytes)) ?? '']
  if (type) return type
  const start = bytes.toString('latin1', 0, 512)
  if (/^.{4}ftyp(?:avif|avis)/s.test(start)) return 'image/avif'
  if (start.startsWith('\0\0\x01\0')) return 'image/x-icon'
  // Browsers run no scripts of a picture, and do not let it fetch anything.
  return declared === 'image/svg+xml' && /<svg[\s>]/i.test(bytes.toString('utf8')) ? declared : null
}

/** Returns true for a picture of one pixel, whose purpose is its request. */
export function isPixel(bytes: Buffer): boolean {
  const isGif = bytes.toString('latin1', 0, 4) === 'GIF8' && bytes.length >= 10
  if (isGif) return bytes.readUInt16LE(6) <= 1 && bytes.readUInt16LE(8) <= 1
  const isPng = bytes.toString('latin1', 1, 4) === 'PNG' && bytes.length >= 24
  return isPng && bytes.readUInt32BE(16) <= 1 && bytes.readUInt32BE(20) <= 1
}

/** Returns a font as a `data:` address; null for formats that not all browsers read, and for large ones. */
export function toFontData(bytes: Buffer): string | null {
  const signature = bytes.toString('latin1', 0, 4)
  if ((signature !== 'wOF2' && signature !== 'wOFF') || bytes.length > maxFontBytes) return null
  return toDataAddress(signature === 'wOF2' ? 'font/woff2' : 'font/woff', bytes)
}

export function toDataAddress(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}
