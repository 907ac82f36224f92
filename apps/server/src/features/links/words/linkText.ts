import { filterListedWords } from '@nestmark/core/words/searchTerms'
import type { Tx } from '../../../db/db.ts'
import { indexLinks, type TextTerms } from '../../../db/searchText/fullText.ts'
import { type LinkText, type SearchableLink, textTerms, toTerms } from '../../../db/searchText/linkTerms.ts'
import { forgetWords } from './forgetWords.ts'
import { addWords } from './wordStore.ts'

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
