import { sniffContainer, sniffedBytes } from './sniff.ts'
import { stripJpeg } from './strip/jpeg.ts'
import { stripMp4 } from './strip/mp4.ts'
import type { Piece, ReadBytes } from './strip/pieces.ts'
import { stripPng } from './strip/png.ts'
import { stripWebp } from './strip/webp.ts'

export type { Piece, ReadBytes } from './strip/pieces.ts'

/**
 * Finds what a file says about the place and the camera, and returns the pieces of a file without it. Pictures, sound and
 * film stay byte for byte, as do orientation and colour profile. The same call on the result returns null.
 * @param size the size of the file in bytes
 * @returns the pieces in order; null where the file stays as it is
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
