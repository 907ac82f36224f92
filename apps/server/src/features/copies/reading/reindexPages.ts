import { gunzipSync } from 'node:zlib'
import { boundTerms } from '@nestmark/core/words/linkTerms'
import { toIndexTerms } from '@nestmark/core/words/searchTerms'
import type { Tx } from '../../../db/db.ts'
import { indexPages } from '../../../db/searchText/pageText.ts'
import { readPageTexts } from '../copyStore.ts'

/** How many texts are unpacked concurrently. */
const textsAtOnce = 20

/** Indexes the texts of pages again, under the owner of their links. */
export async function reindexPages(tx: Tx, ownerId: string, seqs: readonly number[]): Promise<void> {
  for (let at = 0; at < seqs.length; at += textsAtOnce) {
    const texts = await readPageTexts(tx, seqs.slice(at, at + textsAtOnce))
    await indexPages(
      tx,
      texts.map(({ seq, text }) => ({ seq, ownerId, terms: toPageTerms(unpackText(text)) })),
    )
  }
}

/** Returns the search terms of the text of a page. */
export const toPageTerms = (text: string): string => boundTerms(toIndexTerms(text))

/** Returns the text of a page as it is stored. */
const unpackText = (compressed: Uint8Array): string => gunzipSync(compressed).toString('utf8')
