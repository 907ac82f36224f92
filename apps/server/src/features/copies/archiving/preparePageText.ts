import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Tx } from '../../../db/db.ts'
import { indexPages } from '../../../db/searchText/pageText.ts'
import { setPageText } from '../copyStore.ts'
import { toPageTerms } from '../reading/reindexPages.ts'

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
