import { sniffContainer, sniffedBytes } from './sniff.ts'
import { stripJpeg } from './strip/jpeg.ts'
import { stripMp4 } from './strip/mp4.ts'
import type { Piece, ReadBytes } from './strip/pieces.ts'
import { stripPng } from './strip/png.ts'
import { stripWebp } from './strip/webp.ts'

export type { Piece, ReadBytes } from './strip/pieces.ts'

/**
 * Removes the location and camera data of a file and returns the remaining pieces. The encoded picture, audio and
 * video data, the orientation and the colour profile are unchanged. The same call on the result returns null.
 * @param size the size of the file in bytes
 * @returns the pieces in order; null when the file is unchanged
 */
export async function planStrip(read: ReadBytes, size: number): Promise<Piece[] | null> {
  const head = await read(0, sniffedBytes)
  switch (sniffContainer(head)) {
    case 'jpeg':
      return stripJpeg(read, size)
    case 'png':
      return stripPng(read, size)
    case 'webp':
      return stripWebp(read, size)
    case 'mp4':
      return stripMp4(read, size)
    default:
      return null
  }
}
