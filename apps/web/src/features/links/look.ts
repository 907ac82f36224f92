import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links'
import { formatHost } from '../../lib/addresses.ts'
import type { Movable } from '../../lib/overlay.ts'

/** How a link's place for a picture is filled. */
export type Face = 'picture' | 'note' | 'quote' | 'checklist' | 'audio' | 'shell' | 'sealed'

/** Which face a link shows. */
export function toFace(link: Link): Face {
  if (link.enc) return 'sealed'
  if (link.category === 4) {
    if (link.subCategory === 2) return 'quote'
    if (link.subCategory === 4 || link.check_list.length > 0) return 'checklist'
    if (link.thumbnail) return 'picture'
    return link.desc.trim() === '' && link.link !== '' ? 'shell' : 'note'
  }
  if (link.thumbnail) return 'picture'
  return link.category === 5 ? 'audio' : 'shell'
}

/** The title, or what stands for it. */
export function formatTitle(link: Link): string {
  return link.name || link.link || texts.untitled
}

/** Where a link comes from, in one word: its host, or what it is. */
export function formatSource(link: Link): string {
  if (link.enc) return texts.encrypted
  if (link.isFile) return texts.uploaded[link.category] ?? ''
  const host = formatHost(link.link)
  if (host) return host
  if (link.category !== 4) return ''
  if (link.subCategory === 2) return texts.quote
  if (link.subCategory === 4) return texts.checklist
  return texts.note
}

/** What moving, dragging and trashing need to know of a link. */
export function toMovable(link: Link): Movable {
  return { _id: link._id, name: formatTitle(link), parent: link.parent, owner_name: link.owner_name }
}
