import { filterListedWords } from '@nestmark/core/words/searchTerms'
import type { Tx } from '../../../db/db.ts'
import { indexLinks, type TextTerms } from '../../../db/searchText/fullText.ts'
import { type LinkText, type SearchableLink, textTerms, toTerms } from '../../../db/searchText/linkTerms.ts'
import { addWords, deleteUnusedWords, deleteWords } from './wordStore.ts'
import { enqueue, isQueuedFor } from '../../../jobs/store.ts'
import { indexWordsKind } from '../../searchQuery/searchContext.ts'

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

export const sweepWordsKind = 'sweepWords'

/** The last link whose words were added. */
export interface IndexWordsPayload {
  after: number
}

/** More words than these are removed without checking other links; a job indexes those again. */
const maxLookups = 5000

/**
 * Removes previous words of links from the words of their owner's library, where no other link has them. The index must
 * already have the new texts, and the transaction the lock on the owner's row.
 */
export async function forgetWords(
  tx: Tx,
  ownerId: string,
  words: ReadonlySet<string>,
  at: number,
): Promise<void> {
  if (words.size === 0) return
  if (words.size <= maxLookups) return deleteUnusedWords(tx, ownerId, [...words])
  await deleteWords(tx, ownerId, [...words])
  const payload: IndexWordsPayload = { after: 0 }
  await enqueue(tx, { ownerId, kind: indexWordsKind, payload: { ...payload }, now: at })
}

/** Many changes in a short time have one job. In milliseconds. */
const sweepDelayMs = 60_000

/** Queues the job that removes all words that no link of a library has any more, unless one waits. */
export async function sweepWordsLater(
  tx: Tx,
  ownerId: string,
  at: number,
  delayMs = sweepDelayMs,
): Promise<void> {
  if (await isQueuedFor(tx, ownerId, sweepWordsKind)) return
  await enqueue(tx, { ownerId, kind: sweepWordsKind, payload: {}, now: at, runAfter: at + delayMs })
}
