import type { Link } from '@nestmark/contract/shapes'
import { toPreviewScale } from '@nestmark/core/media/largePictures'
import type { SlideData } from 'photoswipe'
import { toPlayable } from '../../../lib/media/playable.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import { readAddress, readLargeView } from '../../../lib/media/mediaAddress.ts'

/** A picture as the viewer shows it. */
export interface PictureItem {
  link: Link
  slide: SlideData
  /** Whether the slide shows the preview of a larger picture. */
  isPreview: boolean
}

/**
 * Returns an uploaded picture in its large preview or in full, or the small picture of another link.
 * @param isExpired its address no longer works
 * @throws Refusal of `download-url`
 */
export async function readPicture(link: Link, isExpired: boolean): Promise<PictureItem> {
  const alt = formatTitle(link)
  if (toPlayable(link)?.kind !== 'picture') {
    const { thumbnail: src, thumbnail_width: width, thumbnail_height: height } = link
    const slide = src === '' || link.enc ? { html: '' } : { src, width, height, alt }
    return { link, slide, isPreview: false }
  }
  const { url: src, isPreview } = await readLargeView(link._id, isExpired)
  const { width, height } = link.media ?? {}
  // The slide has the size of the full picture, so that its preview has the same zoom range.
  const size = width && height ? { width, height } : await readSize(src)
  const slide = { src, ...size, alt, ...(link.thumbnail && { msrc: link.thumbnail }) }
  return { link, slide, isPreview }
}

/**
 * Returns whether a zoomed picture has more to show than its preview.
 * @param zoom pixels of the page for each pixel of the picture
 */
export function needsOriginal({ slide, isPreview }: PictureItem, zoom: number): boolean {
  return isPreview && zoom * devicePixelRatio > toPreviewScale(slide.width ?? 0, slide.height ?? 0)
}

/**
 * Loads the full picture behind a preview.
 * @throws Refusal of `download-url`, or an error of the browser
 */
export async function loadOriginal(item: PictureItem): Promise<PictureItem> {
  const src = await readAddress(item.link._id)
  const image = new Image()
  image.src = src
  await image.decode()
  return { ...item, slide: { ...item.slide, src }, isPreview: false }
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
