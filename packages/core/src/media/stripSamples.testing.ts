import sharp from 'sharp'
import { crc32 } from './strip/crc32.ts'
import { joinPieces } from './strip/boxes.ts'
import { planStrip } from './strip.ts'

/** What no cleaned file may contain. */
export const place = 'Fjallvegur 7, 64.1N 21.9W'

/** Plans for a file in memory. */
export const plan = (file: Uint8Array) =>
  planStrip(async (offset, length) => file.subarray(offset, offset + length), file.length)

/** Returns the cleaned file, or 'unreadable'. */
export async function strip(file: Uint8Array): Promise<Buffer | 'unreadable'> {
  const planned = await plan(file)
  if (planned === 'unreadable') return planned
  return Buffer.from(Array.isArray(planned) ? joinPieces(file, planned) : file)
}

const red = { create: { width: 61, height: 40, channels: 3, background: '#8a9d68' } } as const
const frames = Buffer.concat([Buffer.alloc(8 * 8 * 3, 90), Buffer.alloc(8 * 8 * 3, 200)])
const animation = () => sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })

export const pictures = {
  jpeg: () => sharp(red).jpeg({ progressive: true }).toBuffer(),
  png: () => sharp(red).png().toBuffer(),
  webp: () => sharp(red).webp().toBuffer(),
  webpFrames: () => animation().webp({ loop: 3 }).toBuffer(),
  gif: () => animation().gif({ loop: 3, delay: 40 }).toBuffer(),
}

/** Inserts bytes into a file. */
export const insert = (file: Buffer, at: number, ...bytes: Buffer[]) =>
  Buffer.concat([file.subarray(0, at), ...bytes, file.subarray(at)])

const bytes = (...content: (string | Uint8Array)[]) =>
  Buffer.concat(content.map(each => (typeof each === 'string' ? Buffer.from(each, 'latin1') : each)))

/** Returns a segment of a JPEG. */
export function segment(marker: number, ...content: (string | Uint8Array)[]): Buffer {
  const body = bytes(...content)
  return bytes(Buffer.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255), body)
}

/** Returns a chunk of a PNG. */
export function chunk(type: string, ...content: (string | Uint8Array)[]): Buffer {
  const named = bytes(type, ...content)
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(named.length - 4)
  ends.writeUInt32BE(crc32(named), 4)
  return bytes(ends.subarray(0, 4), named, ends.subarray(4))
}

/** Returns a chunk of a WebP. */
export function riffChunk(type: string, content: string): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return bytes(head, content, Buffer.alloc(content.length % 2))
}

/** Writes the size of a WebP into its header, after chunks were inserted. */
export function withRiffSize(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt32LE(copy.length - 8, 4)
  return copy
}

/** Inserts a chunk into the first frame of an animated WebP. */
export function inFirstFrame(file: Buffer, inserted: Buffer): Buffer {
  const at = file.indexOf('ANMF')
  const copy = insert(file, at + 8 + file.readUInt32LE(at + 4), inserted)
  copy.writeUInt32LE(copy.readUInt32LE(at + 4) + inserted.length, at + 4)
  return withRiffSize(copy)
}

/** Returns an extension of a GIF. */
export function gifExtension(label: number, ...blocks: string[]): Buffer {
  const parts = blocks.map(block => bytes(Buffer.of(block.length), block))
  return bytes(Buffer.of(0x21, label), ...parts, Buffer.of(0))
}

/** Returns a box of an MP4. */
export function box(type: string, ...content: (string | Uint8Array)[]): Buffer {
  const body = bytes(...content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return bytes(head, body)
}

const numbers = (...values: number[]) => {
  const buffer = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => buffer.writeUInt32BE(value, at * 4))
  return buffer
}
const handler = (type: string, name = '') => box('hdlr', numbers(0, 0), type, numbers(0, 0, 0), name, '\0')
const head = (id: number) => box('tkhd', numbers(7, 0, 0, id), Buffer.alloc(68))
const video = box('vp09', Buffer.alloc(6), Buffer.of(0, 1), Buffer.alloc(70), box('vpcC', 'config'))

/** Parts of a track that a test adds or replaces. */
export interface TrackOptions {
  id?: number
  type?: string
  name?: string
  /** The offset of its only sample, and its length. */
  sample?: [offset: number, length: number]
  entry?: Buffer
  extra?: Buffer
}

/** Returns a track of an MP4. */
export function track(options: TrackOptions = {}): Buffer {
  const {
    id = 1,
    type = 'vide',
    name = '',
    sample = [0, 0],
    entry = video,
    extra = Buffer.alloc(0),
  } = options
  const tables = [
    box('stsd', numbers(0, 1), entry),
    box('stsz', numbers(0, sample[1], sample[1] > 0 ? 1 : 0)),
    box('stsc', numbers(0, 1, 1, 1, 1)),
    box('stco', numbers(0, 1, sample[0])),
  ]
  const info = box('minf', box('vmhd', numbers(1, 0, 0)), box('stbl', ...tables))
  return box('trak', head(id), box('mdia', box('mdhd', Buffer.alloc(24)), handler(type, name), info), extra)
}

export const ftyp = box('ftyp', 'isom\0\0\0\0mp42')
/** The samples, which begin at byte `firstSample` of a film. */
export const firstSample = ftyp.length + 8
export const movieHead = box('mvhd', Buffer.alloc(100))

/** Returns a film whose samples come before its tracks. */
export const film = (samples: string, ...inMovie: Buffer[]) =>
  Buffer.concat([ftyp, box('mdat', samples), box('moov', movieHead, ...inMovie)])

/** Returns the titles of a film, as iTunes writes them. */
export const itunes = (...items: Buffer[]) =>
  box('meta', numbers(0), handler('mdir', ''), box('ilst', ...items))
export const item = (type: string, content: string | Uint8Array) =>
  box(type, box('data', numbers(1, 0), content))
/** The keys and values of a camera. */
export const cameraKeys = box(
  'meta',
  numbers(0),
  handler('mdta', ''),
  box('keys', numbers(0, 1), box('mdta', 'com.apple.quicktime.location.ISO6709')),
  box('ilst', item('\0\0\0\x01', place)),
)
