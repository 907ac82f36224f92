import sharp, { type Sharp } from 'sharp'
import type { PictureAnswer, PictureRequest, PictureTask } from './pictureTasks.ts'

/**
 * The program that decodes pictures from strangers. It has no environment, no file access besides its code, and the
 * server ends it above a limit of memory or time: a decoder may use a gigabyte for a small file, or have a flaw.
 */

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
/** The format allows no more, in pixels. */
const maxWebpHeight = 16_383
const timeoutSeconds = 10

sharp.cache(false)
sharp.concurrency(1)
// Only the decoders of the formats that are accepted (U02). Others, such as SVG and TIFF, cannot be reached.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(format => `VipsForeignLoad${format}`),
})

const run: Record<PictureTask, (file: Uint8Array) => Promise<PictureAnswer['pictures']>> = {
  async pictures(file) {
    const { data, info } = await open(file)
      .resize({ ...sizes.card, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: timeoutSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const small = () =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    const card = await encodeWebp(small())
    const thumb = await encodeWebp(
      small().resize({ ...sizes.thumb, fit: 'inside', withoutEnlargement: true }),
    )
    return [card, thumb]
  },
  async profile(file) {
    const square = { width: profileImageSide, height: profileImageSide, fit: 'cover' } as const
    return [await encodeWebp(open(file).resize(square).toColourspace('srgb'))]
  },
  async png(file) {
    const { data, info } = await open(file)
      .resize({ width: pngWidth, withoutEnlargement: true })
      .png()
      .timeout({ seconds: timeoutSeconds })
      .toBuffer({ resolveWithObject: true })
    return [{ data, width: info.width, height: info.height }]
  },
  page: file => encodeForPage(file, pageWidths.page),
  article: file => encodeForPage(file, pageWidths.article),
}

async function encodeForPage(file: Uint8Array, width: number) {
  return [
    await encodeWebp(
      open(file)
        .resize({ width, height: maxWebpHeight, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb'),
    ),
  ]
}

/** Opens the first frame of a file, upright. */
function open(file: Uint8Array): Sharp {
  const isAvif = Buffer.from(file.buffer, file.byteOffset, 12).toString('latin1', 4, 8) === 'ftyp'
  const limitInputPixels = isAvif ? maxAvifPixels : maxPixels
  return sharp(file, { limitInputPixels, failOn: 'error', pages: 1 }).autoOrient()
}

async function encodeWebp(picture: Sharp) {
  const { data, info } = await picture
    .webp({ quality: 80 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

process.on('message', ({ task, file }: PictureRequest) => {
  const answer = (message: PictureAnswer) => void process.send?.(message)
  run[task](file).then(
    pictures => answer({ pictures: pictures ?? [] }),
    () => answer({}),
  )
})
// The server has ended.
process.on('disconnect', () => process.exit())
