import { gzip, gunzipSync } from 'node:zlib'
import { promisify } from 'node:util'
import type { Tx } from '../../../db/db.ts'
import { indexPages } from '../../../db/searchText/pageText.ts'
import { setPageText, copyPageTexts, readPageTexts } from '../copyStore.ts'
import { boundTerms } from '@nestmark/core/words/linkTerms'
import { toIndexTerms } from '@nestmark/core/words/searchTerms'

const compress = promisify(gzip)

/** Stores the text of a page or document of a link, in place of the one before, and indexes it. */
export type StorePageText = (tx: Tx, link: { seq: number; owner_id: string }) => Promise<void>

/** Compresses the text of a page or document and extracts its terms, before the transaction that stores it. */
export async function preparePageText(text: string): Promise<StorePageText> {
  const compressed = await compress(text)
  const terms = toPageTerms(text)
  return async (tx, { seq, owner_id: ownerId }) => {
    await setPageText(tx, seq, compressed)
    await indexPages(tx, [{ seq, ownerId, terms }])
  }
}

/**
 * Copies the texts of the documents of links to new links of an owner.
 * @param links the source of each new link, and the new link's sequence number
 */
export async function copyTexts(
  tx: Tx,
  ownerId: string,
  links: readonly { from: string; seq: number }[],
): Promise<void> {
  if (links.length > 0) await reindexPages(tx, ownerId, await copyPageTexts(tx, links))
}

/** How many texts are unpacked concurrently. */
const textsAtOnce = 20

/** Indexes the texts of pages again, under the owner of their links. */
export async function reindexPages(tx: Tx, ownerId: string, seqs: readonly number[]): Promise<void> {
  for (let at = 0; at < seqs.length; at += textsAtOnce) {
    const texts = await readPageTexts(tx, seqs.slice(at, at + textsAtOnce))
    const pages = texts.map(({ seq, text }) => {
      return { seq, ownerId, terms: toPageTerms(gunzipSync(text).toString('utf8')) }
    })
    await indexPages(tx, pages)
  }
}

/** Returns the search terms of the text of a page. */
const toPageTerms = (text: string): string => boundTerms(toIndexTerms(text))
