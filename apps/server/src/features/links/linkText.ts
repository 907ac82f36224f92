import { isEnvelope } from '@nestmark/core/encryptedText'
import { toFieldTerms } from '@nestmark/core/linkTerms'
import { filterListedWords, toIndexTerms } from '@nestmark/core/searchTerms'
import type { Tx } from '../../db/db.ts'
import { indexLinks, type LinkTerms, type TextTerms } from '../../db/fullText.ts'
import { forgetWords } from './forgetWords.ts'
import { addWords } from './wordStore.ts'

export interface LinkText {
  ownerId: string
  category: number
  title: string
  address: string
  descr: string
  tags: readonly string[]
}

export interface SearchableLink extends LinkText {
  seq: number
}

/** Returns the search terms of a link, as both databases index them. */
export function toTerms(link: SearchableLink): LinkTerms {
  return { seq: link.seq, ...textTerms(link) }
}

/**
 * Returns the search terms of a link that has no sequence number yet.
 * @param toTerms splits text into terms; pass a `TermCache` for many links in a row
 */
export function textTerms(link: LinkText, toTerms: (text: string) => string = toIndexTerms): TextTerms {
  // The texts of an encrypted link are envelopes: only its tags are indexed.
  const isEncrypted = isEnvelope(link.title, 'name')
  const texts = isEncrypted ? { title: '', address: '', descr: '', tags: link.tags } : link
  return { ownerId: link.ownerId, category: link.category, ...toFieldTerms(texts, toTerms) }
}

/** Returns the words of an index entry that can be found by a substring. */
export function listSubstringWords(terms: TextTerms): string[] {
  return filterListedWords(`${terms.title} ${terms.address} ${terms.descr} ${terms.tags}`)
}

/** Returns the words of a link that can be found by a substring. */
export const listWords = (link: LinkText): string[] => listSubstringWords(textTerms(link))

/**
 * Writes the search index entries of the changed links of one owner, and removes the words of their previous texts that no
 * link has any more. The transaction must have the lock on the owner's row.
 * @param previous the links as they were indexed before
 * @param at milliseconds since 1970
 */
export async function indexSearchable(
  tx: Tx,
  links: readonly SearchableLink[],
  previous: readonly LinkText[],
  at: number,
): Promise<void> {
  const [first] = links
  if (!first) return
  const terms = links.map(toTerms)
  await indexLinks(tx, terms)
  const words = new Set(terms.flatMap(listSubstringWords))
  await addWords(tx, first.ownerId, words)
  const removed = previous.flatMap(listWords).filter(word => !words.has(word))
  await forgetWords(tx, first.ownerId, new Set(removed), at)
}
