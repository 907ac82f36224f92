import type { Link } from '@nestmark/contract/shapes'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import type { SealedFile } from '@nestmark/encryption/files/sealedFile'

/** The envelopes of an encrypted link, and what is known of its files, as the server sent them. */
export type SealedTexts = Pick<Link, 'name' | 'desc' | 'link' | 'thumbnail' | 'enc_check_list' | 'media'>

/**
 * An encrypted link on the page. Its texts are open when the key is in this browser, and empty otherwise: no part of the
 * page ever gets a ciphertext to show.
 */
export interface SealedLink extends Link {
  sealed: SealedTexts
  isOpen: boolean
  /** Its files, in the order of `s3_key`, where it is open; null for one that cannot be opened. */
  files?: (SealedFile | null)[]
  /** True for a link of the search index: its picture was not read, whether it has one or not. */
  isBare?: true
}

/** Returns whether a link went through `openAnswer` with its envelopes. */
export const isSealed = (link: Link): link is SealedLink => (link as Partial<SealedLink>).sealed !== undefined

/** Returns whether the texts of a link cannot be read here: it is encrypted, and its key is missing. */
export const isLocked = (link: Pick<Link, 'enc'>): boolean =>
  link.enc === 1 && (link as Partial<SealedLink>).isOpen !== true

/** Returns the id of the key of an encrypted link; null for other links, and for visitors, who get no envelopes. */
export function keyOfLink(link: Link): string | null {
  return link.enc === 1 && isSealed(link) ? envelopeKeyId(link.sealed.name) : null
}

/** Returns whether a person may unlock a link: visitors get no envelopes. */
export const canUnlock = (link: Link): boolean => isLocked(link) && keyOfLink(link) !== null
