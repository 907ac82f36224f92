import { crc32, deflateRawSync, constants } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A picture with a red left half and a blue right half, so that its orientation shows. */
export function drawHalves(width: number, height: number): Sharp {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#c00' } }
  return sharp({ create: { width, height, channels: 3, background: '#00c' } }).composite([
    { input: half, left: 0, top: 0 },
  ])
}

/** A JPEG with an orientation of 1 to 8, and the location where it was taken. */
export function createPhoto(orientation: number): Promise<Buffer> {
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '65/1 3/1 0/1', GPSLongitudeRef: 'W' }
  return drawHalves(60, 40).withExif({ IFD3: place }).withMetadata({ orientation }).jpeg().toBuffer()
}

/** A picture of two frames of 60 × 40 pixels, or wider, of which the first one is red. */
export async function createAnimation(format: 'gif' | 'webp', width = 60): Promise<Buffer> {
  const frames = Buffer.alloc(width * 80 * 3)
  for (let at = 0; at < frames.length; at += 3) frames[at < frames.length / 2 ? at : at + 2] = 0xcc
  const raw = { width, height: 80, channels: 3 as const, pageHeight: 40 }
  return sharp(frames, { raw })
    .toFormat(format, { delay: [100, 100] })
    .toBuffer()
}

/**
 * A complete PNG of black pixels, of one bit each: a bomb when it is large. Its data is one compressed block of zeros,
 * repeated.
 */
export function createBlackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const total = (Math.ceil(width / 8) + 1) * height
  const block = 1 << 20
  const deflate = (length: number, finishFlush: number) =>
    deflateRawSync(Buffer.alloc(length), { finishFlush })
  const repeated = deflate(block, constants.Z_FULL_FLUSH)
  const sum = Buffer.alloc(4)
  // Adler-32 of zeros.
  sum.writeUInt32BE(((total % 65_521) * 65_536 + 1) >>> 0)
  const data = [
    Buffer.from([0x78, 0x01]),
    ...Array.from({ length: Math.floor(total / block) }, () => repeated),
    deflate(total % block, constants.Z_FINISH),
    sum,
  ]
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    toChunk('IHDR', header),
    toChunk('IDAT', Buffer.concat(data)),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

function toChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A JPEG with noise, so that it is not small. Its halves are red and blue. */
export async function createLargePhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  const grain = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const halves = await drawHalves(width, height).png().toBuffer()
  return sharp(halves)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** Makes a PNG an animated one: it gets the chunk before the pixels of the first frame. */
export function animatePng(png: Buffer): Buffer {
  const frames = Buffer.alloc(8)
  frames.writeUInt32BE(1, 0)
  return Buffer.concat([png.subarray(0, 33), toChunk('acTL', frames), png.subarray(33)])
}
