import sharp from 'sharp'
import type { Picture } from '../mediaTasks.ts'
// Limits the decoders that can be reached.
import { isAvif } from './pictures.ts'
import { TaskError } from './taskError.ts'

/** All frames of an animation together. */
const maxPixels = 50_000_000
const timeoutSeconds = 15
const formats = ['jpeg', 'png', 'webp', 'gif'] as const
/** Colours that would otherwise become sRGB with 8 bits. */
const retainedSpaces: ReadonlySet<string> = new Set(['cmyk', 'rgb16', 'grey16'])

/**
 * Writes a picture anew from its pixels, in its format: all frames, upright, with its colour profile and without any
 * other metadata. Like browsers, it shows as much of a damaged picture as can be decoded.
 * @throws TaskError unreadable, or an error of the decoder
 */
export async function rewritePicture(file: Uint8Array): Promise<Picture> {
  if (isAvif(file)) throw new TaskError('unreadable')
  const options = { limitInputPixels: maxPixels, failOn: 'none' } as const
  const { format, pages = 1, space } = await sharp(file, options).metadata()
  const written = formats.find(each => each === format)
  if (!written) throw new TaskError('unreadable')
  const picture = pages > 1 ? sharp(file, { ...options, pages: -1 }) : sharp(file, options).autoOrient()
  if (space && retainedSpaces.has(space)) picture.toColourspace(space)
  const { data, info } = await picture
    .keepIccProfile()
    .toFormat(written, written === 'jpeg' || written === 'webp' ? { quality: 92 } : {})
    .timeout({ seconds: timeoutSeconds })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
