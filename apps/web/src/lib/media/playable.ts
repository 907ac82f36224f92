import type { Link } from '@nestmark/contract/shapes'
import { isSoundUrl } from '@nestmark/core/embeds/soundUrl'
import { documentType } from '@nestmark/core/media/mediaTypes'
import { safeHref } from '../addresses.ts'

/** The media that the page can show itself, without the player of another site. */
export interface Playable {
  kind: 'picture' | 'video' | 'sound' | 'document'
  /** The address of a file on another site; undefined for an uploaded file, whose address the server gives. */
  address?: string | undefined
}

const kinds: Record<string, Playable['kind']> = {
  image: 'picture',
  video: 'video',
  audio: 'sound',
}

/** The codes of `linkVideoType` for video files: 2 mp4, 3 3gp, 4 webm. Smaller codes are video sites. */
const firstVideoFile = 2

/** Returns how the page shows a link itself; null for links that are locked or not a media file. */
export function toPlayable(link: Link): Playable | null {
  if (link.media) {
    const { media_type: type } = link.media
    const kind = type === documentType ? 'document' : kinds[type.split('/')[0] ?? '']
    return kind ? { kind } : null
  }
  if (link.enc === 1 || link.link === '') return null
  if (link.linkVideoType >= firstVideoFile) return toDirect('video', link.link)
  return link.category === 5 && isSoundUrl(link.link) ? toDirect('sound', link.link) : null
}

/** A page served with https may load media only with https. */
function toDirect(kind: Playable['kind'], link: string): Playable | null {
  const address = safeHref(link.replace(/^http:/, 'https:'))
  return address === undefined ? null : { kind, address }
}
