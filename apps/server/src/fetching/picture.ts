import type { FetchCaller } from './turns/fetchCaller.ts'
import { FetchRefused } from './requests/fetchRefused.ts'
import { createConcurrencyLimits } from './turns/concurrencyLimits.ts'
import { createMediaProcesses, toMediaFile } from '../media/mediaProcesses.ts'
import type { MediaTask, Picture, Pictures } from '../media/mediaTasks.ts'

// Decoding uses memory per pixel, so few run concurrently.
const slots = createConcurrencyLimits({
  total: { running: 2, perCaller: 1, waiting: 32, waitingPerCaller: 8 },
  visitors: { running: 1, perCaller: 1, waiting: 8, waitingPerCaller: 2 },
  jobs: { running: 1, perCaller: 1, waiting: 32, waitingPerCaller: 8 },
  peoplePerAddress: 1,
  maxWaitMs: 20_000,
})
const processes = createMediaProcesses()

/**
 * Creates small WebP versions of an external picture: the first frame, upright, without metadata such as position
 * and camera.
 * @param file JPEG, PNG, GIF, WebP or AVIF. SVG can contain scripts and is refused.
 * @param caller the caller whose share it counts against
 * @param signal aborts the wait for a slot
 * @throws FetchRefused not-a-picture for any other, broken, too large or too slow file; busy when too many wait
 */
export async function createPictures(
  file: Buffer,
  caller: FetchCaller,
  signal?: AbortSignal,
): Promise<Pictures> {
  const [card, thumb] = await decode('pictures', file, caller, signal)
  if (!card || !thumb) throw new FetchRefused('not-a-picture')
  return { card, thumb }
}

/**
 * Converts a stored small picture to PNG, at most 400 pixels wide.
 * @param picture the result of `createPictures`
 * @throws FetchRefused not-a-picture for any other file; busy when too many wait
 */
export async function convertToPng(
  picture: Picture,
  caller: FetchCaller,
  signal?: AbortSignal,
): Promise<Buffer> {
  const [png] = await decode('png', picture.data, caller, signal)
  if (!png) throw new FetchRefused('not-a-picture')
  return png.data
}

/**
 * Creates a small square from a profile picture: its centre, upright, without metadata.
 * @param file JPEG, PNG, GIF, WebP or AVIF
 * @throws FetchRefused as `createPictures`
 */
export async function createProfileImage(file: Buffer, caller: FetchCaller): Promise<Picture> {
  const [square] = await decode('profile', file, caller)
  if (!square) throw new FetchRefused('not-a-picture')
  return square
}

/** The use of a picture in a copy of a page: at most 1600 pixels wide in the page, 1024 in the article. */
export type PagePictureSize = 'page' | 'article'

/**
 * Encodes a large picture of a page again.
 * @param file JPEG, PNG, GIF, WebP or AVIF
 * @throws FetchRefused as `createPictures`
 */
export async function createPagePicture(
  file: Buffer,
  size: PagePictureSize,
  caller: FetchCaller,
  signal?: AbortSignal,
): Promise<Picture> {
  const [picture] = await decode(size, file, caller, signal)
  if (!picture) throw new FetchRefused('not-a-picture')
  return picture
}

async function decode(
  task: MediaTask,
  file: Buffer,
  caller: FetchCaller,
  signal?: AbortSignal,
): Promise<Picture[]> {
  if (!hasPictureSignature(file)) throw new FetchRefused('not-a-picture')
  const work = () =>
    processes.run(task, toMediaFile(file)).catch(() => {
      // No process could be started.
      throw new FetchRefused('busy')
    })
  const { found, failure } = await slots.run(caller, work, signal)
  if (failure !== null || !found.pictures) throw new FetchRefused('not-a-picture')
  return found.pictures
}

/**
 * Checks the first bytes, so that only the decoders of these formats are used, regardless of the declared type
 * (U02).
 */
function hasPictureSignature(file: Buffer): boolean {
  const start = file.toString('latin1', 0, 64)
  return /^(\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF.{4}WEBP|.{4}ftyp(avif|avis|mif1.{4,44}avif))/s.test(start)
}
