import type { Link } from '@nestmark/contract/shapes'
import type { SlideData } from 'photoswipe'
import { toPlayable } from '../../../lib/playable.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import { readAddress } from '../../../lib/mediaAddress.ts'

/** A picture as the viewer shows it. */
export interface PictureItem {
  link: Link
  slide: SlideData
}

/**
 * Returns an uploaded picture in full, or the small picture of another link.
 * @param isExpired its address no longer works
 * @throws Refusal of `download-url`
 */
export async function readPicture(link: Link, isExpired: boolean): Promise<PictureItem> {
  const alt = formatTitle(link)
  if (toPlayable(link)?.kind !== 'picture') {
    const { thumbnail: src, thumbnail_width: width, thumbnail_height: height } = link
    return { link, slide: src === '' || link.enc ? { html: '' } : { src, width, height, alt } }
  }
  const src = await readAddress(link._id, isExpired)
  const { width, height } = link.media ?? {}
  const size = width && height ? { width, height } : await readSize(src)
  return { link, slide: { src, ...size, alt, ...(link.thumbnail && { msrc: link.thumbnail }) } }
}

/** Reads the size of a picture that the server has not read yet. */
async function readSize(src: string): Promise<{ width: number; height: number }> {
  const image = new Image()
  image.src = src
  try {
    await image.decode()
  } catch {
    // The viewer shows that it cannot be loaded.
  }
  return { width: image.naturalWidth || 800, height: image.naturalHeight || 600 }
}
