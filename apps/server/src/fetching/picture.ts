import type { FetchCaller } from './fetchCaller.ts'
import { FetchRefused } from './fetchRefused.ts'
import { createConcurrencyLimits } from './concurrencyLimits.ts'

/** A small WebP picture. */
export interface Picture {
  data: Buffer
  /** Pixels. */
  width: number
  height: number
}

/** Two sizes of one picture. */
export interface Pictures {
  /** At most 640 pixels wide. */
  card: Picture
  /** At most 160 pixels wide. */
  thumb: Picture
}

/** Widths and heights in pixels; a picture is never enlarged, and a very tall one is bounded by the height. */
const sizes = { card: { width: 640, height: 1920 }, thumb: { width: 160, height: 480 } }
/** Larger pictures are refused unopened (U07): a small file can unpack to gigabytes. */
const mostPixels = 50_000_000
const seconds = 10

// Decoding takes memory by the pixel, so few at once.
const slots = createConcurrencyLimits({
  whole: { running: 2, perCaller: 1, waiting: 32, waitingPerCaller: 8 },
  visitors: { running: 1, perCaller: 1, waiting: 8, waitingPerCaller: 2 },
  jobs: { running: 1, perCaller: 1, waiting: 32, waitingPerCaller: 8 },
  peoplePerAddress: 1,
  patienceMs: 20_000,
})

/**
 * Makes small pictures of a foreign one: the first frame, upright, without metadata (position and camera stay out).
 * @param file JPEG, PNG, GIF, WebP or AVIF. SVG is a program, not a picture, and is refused.
 * @param caller whom it is for, by whose share it is counted
 * @param signal gives up the wait for a turn
 * @throws FetchRefused not-a-picture for everything else, broken, too large or too slow; busy when too many wait
 */
export async function makePictures(
  file: Buffer,
  caller: FetchCaller,
  signal?: AbortSignal,
): Promise<Pictures> {
  if (!isPicture(file)) throw new FetchRefused('not-a-picture')
  return slots.run(
    caller,
    async () => {
      try {
        const sharp = await loadSharp()
        const { data, info } = await sharp(file, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
          .autoOrient()
          .resize({ ...sizes.card, fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
          .timeout({ seconds })
          .raw()
          .toBuffer({ resolveWithObject: true })
        const small = () =>
          sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
        const card = await webp(small())
        const thumb = await webp(small().resize({ ...sizes.thumb, fit: 'inside', withoutEnlargement: true }))
        return { card, thumb }
      } catch {
        throw new FetchRefused('not-a-picture')
      }
    },
    signal,
  )
}

/**
 * One of our own small pictures as a PNG, at most 400 pixels wide.
 * @param picture as `makePictures` made it
 * @throws FetchRefused not-a-picture when it is not of our making; busy when too many wait
 */
export async function asPng(picture: Picture, caller: FetchCaller, signal?: AbortSignal): Promise<Buffer> {
  return slots.run(
    caller,
    async () => {
      try {
        const sharp = await loadSharp()
        return await sharp(picture.data)
          .resize({ width: 400, withoutEnlargement: true })
          .png()
          .timeout({ seconds })
          .toBuffer()
      } catch {
        throw new FetchRefused('not-a-picture')
      }
    },
    signal,
  )
}

/** Side of a profile image, in pixels. */
const faceSide = 256

/**
 * A small square of a picture that a person gave for themselves: its middle, upright, without metadata.
 * @param file JPEG, PNG, GIF, WebP or AVIF
 * @throws FetchRefused as `makePictures`
 */
export async function makeFace(file: Buffer, caller: FetchCaller): Promise<Picture> {
  if (!isPicture(file)) throw new FetchRefused('not-a-picture')
  return slots.run(caller, async () => {
    try {
      const sharp = await loadSharp()
      return await webp(
        sharp(file, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
          .autoOrient()
          .resize({ width: faceSide, height: faceSide, fit: 'cover' })
          .toColourspace('srgb'),
      )
    } catch {
      throw new FetchRefused('not-a-picture')
    }
  })
}

async function webp(picture: import('sharp').Sharp): Promise<Picture> {
  const { data, info } = await picture
    .webp({ quality: 80 })
    .timeout({ seconds })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Loaded with the first picture: it weighs more than the rest of the fetching together. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** By the first bytes, so that no decoder but these is ever reached, whatever type a server claims (U02). */
function isPicture(file: Buffer): boolean {
  const start = file.toString('latin1', 0, 64)
  return /^(\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF.{4}WEBP|.{4}ftyp(avif|avis|mif1.{4,44}avif))/s.test(start)
}
