import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { formatHost } from '../../lib/addresses.ts'
import { isLocked } from '@nestmark/client/encryption/sealedLink'
import type { Movable } from '../../lib/lists/chosenItems.ts'

/** The kinds of thumbnail of a link. */
export type ThumbKind =
  | 'picture'
  | 'note'
  | 'quote'
  | 'checklist'
  | 'audio'
  | 'document'
  | 'placeholder'
  | 'encrypted'

/** Returns the kind of thumbnail that a link shows. */
export function getThumbKind(link: Link): ThumbKind {
  if (isLocked(link)) return 'encrypted'
  if (link.category === 4) {
    if (link.subCategory === 2) return 'quote'
    if (link.subCategory === 4 || link.check_list.length > 0) return 'checklist'
    if (link.thumbnail) return 'picture'
    if (link.media && link.desc.trim() === '') return 'document'
    return link.desc.trim() === '' && link.link !== '' ? 'placeholder' : 'note'
  }
  if (link.thumbnail) return 'picture'
  return link.category === 5 ? 'audio' : 'placeholder'
}

/**
 * Returns the title, or the address or a placeholder text. Without its key, the title of an encrypted link only
 * states that it is encrypted.
 */
export function formatTitle(link: Link): string {
  return isLocked(link) ? texts.encryptedLink : link.name || link.link || texts.untitled
}

/** Returns the source of a link in one word: its host, or its type. */
export function formatSource(link: Link): string {
  if (isLocked(link)) return texts.encrypted
  if (link.isFile) return texts.uploaded[link.category] ?? ''
  const host = formatHost(link.link)
  if (host) return host
  if (link.category !== 4) return ''
  if (link.subCategory === 2) return texts.quote
  if (link.subCategory === 4) return texts.checklist
  return texts.note
}

/** Returns the part of a link that moving, dragging and trashing need. */
export function toMovable(link: Link): Movable {
  const { _id, parent, owner_name, enc } = link
  return { _id, name: formatTitle(link), parent, owner_name, enc }
}

/** Returns whether the user can do anything with a link, so that it can be selected. */
export function isSelectable({ can }: Link): boolean {
  return Object.values(can).some(Boolean)
}
