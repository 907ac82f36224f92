import type { Link } from '@nestmark/contract/shapes'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import type { KeyRing } from './keyRing.ts'
import { createSealedHighlights, type SealedHighlights } from './sealedHighlights.ts'
import type { SealedLink } from './sealedLink.ts'

/** The encrypted links that answers have contained, as the client has them, by id. Edits of them are encrypted. */
export interface KnownLinks {
  /** The encrypted highlights of their pages. */
  readonly highlights: SealedHighlights
  /** Returns an encrypted link that the client has read. */
  findSealedLink(id: string): SealedLink | undefined
  /** Records a link as the client has it now. */
  set(link: SealedLink): void
  /** Removes a link that is no longer encrypted. */
  delete(id: string): void
}

/** Creates the record of the encrypted links that a client has read. It contains opened texts only while their key is there. */
export function createKnownLinks(keyRing: Pick<KeyRing, 'get' | 'open' | 'subscribe'>): KnownLinks {
  const links = new Map<string, SealedLink>()
  // After a lock no opened text stays in memory: links in no list any more are opened by no answer again.
  keyRing.subscribe(() => {
    const kids = new Set(keyRing.get().map(({ kid }) => kid))
    for (const [id, known] of links)
      if (known.isOpen && !kids.has(envelopeKeyId(known.sealed.name) ?? '')) links.set(id, toLocked(known))
  })
  return {
    highlights: createSealedHighlights(keyRing),
    findSealedLink: id => links.get(id),
    set: link => void links.set(link._id, link),
    delete: id => void links.delete(id),
  }
}

const emptyTexts = { name: '', desc: '', link: '', thumbnail: '', check_list: [], embed: '' }

/** Returns a link without its texts, and without what is known of its files. */
export function toLocked(link: SealedLink): SealedLink {
  const locked = { ...link, ...emptyTexts, isOpen: false }
  delete locked.media
  delete locked.files
  return locked
}

/** Returns the envelopes of a link as the server has sent it. */
export const toSealedTexts = ({ name, desc, link, thumbnail, enc_check_list, media }: Link) => ({
  name,
  desc,
  link,
  thumbnail,
  ...(enc_check_list !== undefined && { enc_check_list }),
  ...(media !== undefined && { media }),
})
