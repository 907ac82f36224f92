import { type Container, type MediaType, toContainer } from './mediaTypes.ts'

/** The number of bytes at the beginning of a file that `sniffContainer` reads. */
export const sniffedBytes = 4096

/**
 * Returns the container of a file by its first bytes, or null for any other file. It checks signatures only; a file
 * may still be damaged.
 * @param head the first bytes, at most `sniffedBytes` are needed
 */
export function sniffContainer(head: Uint8Array): Container | null {
  const has = (text: string, offset = 0) => startsWith(head, text, offset)
  if (has('\x89PNG\r\n\x1a\n')) return 'png'
  if (has('\xff\xd8\xff')) return 'jpeg'
  if (has('GIF87a') || has('GIF89a')) return 'gif'
  if (has('%PDF-')) return 'pdf'
  if (has('OggS')) return 'ogg'
  if (has('RIFF') && has('WEBP', 8)) return 'webp'
  if (has('RIFF') && has('WAVE', 8)) return 'wav'
  if (has('\x1aE\xdf\xa3')) return readDocType(head) === 'webm' ? 'webm' : null
  if (has('ftyp', 4)) return refusedBrands.has(readText(head, 8, 4)) ? null : 'mp4'
  if (has('\0\0\x01\xba') || has('\0\0\x01\xb3')) return 'mpegVideo'
  if (has('ID3') || isMpegAudioFrame(head)) return 'mpegAudio'
  return null
}

/** Returns whether the first bytes of a file are those of a media type. */
export function isSniffedAs(head: Uint8Array, type: MediaType): boolean {
  return sniffContainer(head) === toContainer(type)
}

/** Brands of the MP4 family that are not MP4: pictures, and QuickTime videos. */
const refusedBrands: ReadonlySet<string> = new Set([
  'avif',
  'avis',
  'heic',
  'heix',
  'hevc',
  'hevx',
  'heim',
  'heis',
  'mif1',
  'msf1',
  'jxl ',
  'qt  ',
  'crx ',
])

function startsWith(bytes: Uint8Array, text: string, offset: number): boolean {
  if (bytes.length < offset + text.length) return false
  for (let at = 0; at < text.length; at++) if (bytes[offset + at] !== text.charCodeAt(at)) return false
  return true
}

function readText(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length))
}

/** Returns the document type in the EBML header of WebM and Matroska: the element 42 82, its size, its text. */
function readDocType(head: Uint8Array): string {
  for (let at = 4; at < Math.min(head.length, 64) - 3; at++)
    if (head[at] === 0x42 && head[at + 1] === 0x82)
      return readText(head, at + 3, (head[at + 2] ?? 0x80) & 0x7f).replace(/\0+$/, '')
  return ''
}

/** Returns whether the file begins with a frame of MPEG audio, layer 1 to 3. AAC has the same sync word and layer 0. */
function isMpegAudioFrame(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = head
  const isSync = first === 0xff && (second & 0xe0) === 0xe0
  const isVersion = (second & 0x18) !== 0x08
  const isLayer = (second & 0x06) !== 0
  const isBitrate = third >> 4 !== 0 && third >> 4 !== 15
  return isSync && isVersion && isLayer && isBitrate && (third & 0x0c) !== 0x0c
}
