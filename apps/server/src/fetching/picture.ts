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

/** Maximum widths and heights in pixels; a picture is not enlarged, and the height limits a very tall one. */
const sizes = { card: { width: 640, height: 1920 }, thumb: { width: 160, height: 480 } }
/** Larger pictures are refused before decoding (U07): a small file can expand to gigabytes. */
const maxPixels = 50_000_000
const timeoutSeconds = 10

// Decoding uses memory per pixel, so few run concurrently.
const slots = createConcurrencyLimits({
  total: { running: 2, perCaller: 1, waiting: 32, waitingPerCaller: 8 },
  visitors: { running: 1, perCaller: 1, waiting: 8, waitingPerCaller: 2 },
  jobs: { running: 1, perCaller: 1, waiting: 32, waitingPerCaller: 8 },
  peoplePerAddress: 1,
  maxWaitMs: 20_000,
})

/**
 * Creates small versions of a foreign picture: the first frame, upright, without metadata such as position
 * and camera.
 * @param file JPEG, PNG, GIF, WebP or AVIF. SVG can contain scripts and is refused.
 * @param caller the caller whose share it counts against
 * @param signal aborts the wait for a slot
 * @throws FetchRefused not-a-picture for any other, broken, too large or too slow file; busy when too many
 * wait
 */
export async function createPictures(
  file: Buffer,
  caller: FetchCaller,
  signal?: AbortSignal,
): Promise<Pictures> {
  if (!hasPictureSignature(file)) throw new FetchRefused('not-a-picture')
  return slots.run(
    caller,
    async () => {
      try {
        const sharp = await loadSharp()
        const { data, info } = await sharp(file, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
          .autoOrient()
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
        return { card, thumb }
      } catch {
        throw new FetchRefused('not-a-picture')
      }
    },
    signal,
  )
}

/**
 * Converts a stored small picture to PNG, at most 400 pixels wide.
 * @param picture the result of `makePictures`
 * @throws FetchRefused not-a-picture for any other file; busy when too many wait
 */
export async function convertToPng(
  picture: Picture,
  caller: FetchCaller,
  signal?: AbortSignal,
): Promise<Buffer> {
  return slots.run(
    caller,
    async () => {
      try {
        const sharp = await loadSharp()
        return await sharp(picture.data)
          .resize({ width: 400, withoutEnlargement: true })
          .png()
          .timeout({ seconds: timeoutSeconds })
          .toBuffer()
      } catch {
        throw new FetchRefused('not-a-picture')
      }
    },
    signal,
  )
}

/** Side of a profile image, in pixels. */
const profileImageSide = 256

/**
 * Creates a small square from a profile picture: its centre, upright, without metadata.
 * @param file JPEG, PNG, GIF, WebP or AVIF
 * @throws FetchRefused as `makePictures`
 */
export async function createProfileImage(file: Buffer, caller: FetchCaller): Promise<Picture> {
  if (!hasPictureSignature(file)) throw new FetchRefused('not-a-picture')
  return slots.run(caller, async () => {
    try {
      const sharp = await loadSharp()
      return await encodeWebp(
        sharp(file, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
          .autoOrient()
          .resize({ width: profileImageSide, height: profileImageSide, fit: 'cover' })
          .toColourspace('srgb'),
      )
    } catch {
      throw new FetchRefused('not-a-picture')
    }
  })
}

async function encodeWebp(picture: import('sharp').Sharp): Promise<Picture> {
  const { data, info } = await picture
    .webp({ quality: 80 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Loaded with the first picture, because it is larger than all other code for fetching. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Checks the first bytes, so that only the decoders of these formats are used, whatever type a server
 * declares (U02).
 */
function hasPictureSignature(file: Buffer): boolean {
  const start = file.toString('latin1', 0, 64)
  return /^(\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF.{4}WEBP|.{4}ftyp(avif|avis|mif1.{4,44}avif))/s.test(start)
}
