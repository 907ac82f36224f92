import type { Container } from './mediaTypes.ts'
import { sniffContainer, sniffedBytes } from './sniff.ts'
import { stripGif } from './strip/gif.ts'
import { stripJpeg } from './strip/jpeg.ts'
import { stripMp4 } from './strip/mp4.ts'
import type { ReadBytes, StripPlan } from './strip/pieces.ts'
import { stripPng } from './strip/png.ts'
import { stripWebp } from './strip/webp.ts'

export type { Piece, ReadBytes, StripPlan } from './strip/pieces.ts'

/** No picture is shorter, in bytes. */
const minPictureBytes = 24

/**
 * Plans how to remove the location and camera data of a picture or an MP4. Only what a list names remains: the encoded
 * picture, audio and video data, the orientation, the colour profile, the animation, and the title, artist and cover
 * of a recording. The same call on the result returns 'clean'.
 * @param size the size of the file in bytes
 * @returns 'clean' for files of other types too
 */
export async function planStrip(read: ReadBytes, size: number): Promise<StripPlan> {
  const container = sniffContainer(await read(0, sniffedBytes))
  if (container === 'mp4') return stripMp4(read, size, stripPicture)
  return (await stripAs(container, read, size)) ?? 'clean'
}

/** Plans the same for the cover of a recording. Only pictures are covers. */
async function stripPicture(read: ReadBytes, size: number): Promise<StripPlan> {
  const container = size < minPictureBytes ? null : sniffContainer(await read(0, sniffedBytes))
  return (await stripAs(container, read, size)) ?? 'unreadable'
}

async function stripAs(
  container: Container | null,
  read: ReadBytes,
  size: number,
): Promise<StripPlan | undefined> {
  switch (container) {
    case 'jpeg':
      return stripJpeg(read, size)
    case 'png':
      return stripPng(read, size)
    case 'webp':
      return stripWebp(read, size)
    case 'gif':
      return stripGif(read, size)
    default:
      return undefined
  }
}
