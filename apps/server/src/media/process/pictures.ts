import { previewSide } from '@nestmark/core/media/largePictures'
import sharp, { type Sharp } from 'sharp'
import type { Found, Picture } from '../mediaTasks.ts'
import { TaskError } from './taskError.ts'

/** Decodes untrusted pictures, in the process that ends above a limit of memory or time. */

/** Maximum widths and heights in pixels; a picture is not enlarged, and the height limits a very tall one. */
const sizes = { card: { width: 640, height: 1920 }, thumb: { width: 160, height: 480 } }
/** Larger pictures are refused before decoding (U07): a small file can expand to gigabytes. */
const maxPixels = 50_000_000
/** AVIF needs ten times the time and memory of JPEG for a pixel. */
const maxAvifPixels = 12_000_000
/** Side of a profile image, in pixels. */
const profileImageSide = 256
/** Width of a PNG, in pixels. */
const pngWidth = 400
/** Widths of pictures in copies of pages, in pixels. */
const pageWidths = { page: 1600, article: 1024 }
/** WebP allows no more, in pixels. */
const maxWebpHeight = 16_383
const timeoutSeconds = 10
/** Of 0 to 6. Higher ones take twice the time of this one, and save three per cent of the bytes. */
const effort = 2

sharp.cache(false)
sharp.concurrency(1)
// Only the decoders of the formats that are accepted (U02). Others, such as SVG and TIFF, cannot be reached.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(format => `VipsForeignLoad${format}`),
})

/** Returns the two small sizes of a picture: its first frame, upright, without metadata. */
export function createPictures(file: Uint8Array): Promise<Picture[]> {
  return resize(open(file))
}

/** The same for pixels. */
export function createPicturesOfPixels(
  pixels: Uint8Array,
  size: { width: number; height: number; channels: 3 | 4 },
): Promise<Picture[]> {
  return resize(sharp(pixels, { raw: size }).flatten({ background: '#fff' }))
}

/** Returns the centre of a picture as a small square. */
export async function createSquare(file: Uint8Array): Promise<Picture[]> {
  const square = { width: profileImageSide, height: profileImageSide, fit: 'cover' } as const
  return [await encodeWebp(open(file).resize(square).toColourspace('srgb'))]
}

/** Returns a small picture as PNG. */
export async function convertToPng(file: Uint8Array): Promise<Picture[]> {
  const { data, info } = await open(file)
    .resize({ width: pngWidth, withoutEnlargement: true })
    .png()
    .timeout({ seconds: timeoutSeconds })
    .toBuffer({ resolveWithObject: true })
  return [{ data, width: info.width, height: info.height }]
}

/** Returns a picture for a copy of a page. */
export async function createPagePicture(file: Uint8Array, use: 'page' | 'article'): Promise<Picture[]> {
  const size = {
    width: pageWidths[use],
    height: maxWebpHeight,
    fit: 'inside',
    withoutEnlargement: true,
  } as const
  return [await encodeWebp(open(file).resize(size).toColourspace('srgb'))]
}

/**
 * Reads an uploaded picture.
 * @param report receives the size as displayed, before the picture is decoded
 * @throws TaskError tooLarge
 */
export async function readImage(file: Uint8Array, report: (found: Found) => void): Promise<void> {
  // Uploads are not AVIF, whatever the decoders can read.
  if (isAvif(file)) throw new TaskError('unreadable')
  const { autoOrient } = await sharp(file, { limitInputPixels: false, pages: 1 }).metadata()
  report({ width: autoOrient.width, height: autoOrient.height })
  if (autoOrient.width * autoOrient.height > maxPixels) throw new TaskError('tooLarge')
  report({ pictures: await createPictures(file) })
}

/**
 * Creates the preview of an uploaded picture for a large view. An animation has none: it would not move. Nor has a
 * picture whose preview would have as many bytes.
 */
export async function readPreview(file: Uint8Array, report: (found: Found) => void): Promise<void> {
  if (isAvif(file)) throw new TaskError('unreadable')
  const { pages = 1 } = await sharp(file, { limitInputPixels: maxPixels, pages: 1 }).metadata()
  if (pages > 1 || isAnimatedPng(file)) return
  const size = { width: previewSide, height: previewSide, fit: 'inside', withoutEnlargement: true } as const
  const preview = await encodeWebp(open(file).resize(size).toColourspace('srgb'))
  if (preview.data.length < file.length) report({ preview })
}

export function isAvif(file: Uint8Array): boolean {
  return file.length > 12 && Buffer.from(file.buffer, file.byteOffset, 12).toString('latin1', 4, 8) === 'ftyp'
}

/** Opens the first frame of a file, upright. */
function open(file: Uint8Array): Sharp {
  const limitInputPixels = isAvif(file) ? maxAvifPixels : maxPixels
  return sharp(file, { limitInputPixels, failOn: 'error', pages: 1 }).autoOrient()
}

async function resize(picture: Sharp): Promise<Picture[]> {
  const { data, info } = await picture
    .resize({ ...sizes.card, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: timeoutSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const small = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const card = await encodeWebp(small())
  const thumb = await encodeWebp(small().resize({ ...sizes.thumb, fit: 'inside', withoutEnlargement: true }))
  return [card, thumb]
}

async function encodeWebp(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture
    .webp({ quality: 80, effort })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const signature = '89504e470d0a1a0a'

/** Returns whether a file is an animated PNG. The decoder reads its first frame, and does not report further frames. */
function isAnimatedPng(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  if (bytes.toString('hex', 0, 8) !== signature) return false
  // Chunks of a length, a name, the data and a checksum. The one of an animation precedes the pixels.
  for (let at = 8; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}
