import { boundTerms } from '@nestmark/core/words/linkTerms'
import { toIndexTerms, toSearchableAddress } from '@nestmark/core/words/searchTerms'
import type { Tx } from '../../../db/db.ts'
import { type HighlightTerms, indexHighlights } from '../../../db/searchText/highlightText.ts'

/** The page of highlights, as far as it is searched. */
export interface SearchedPage {
  owner_id: string
  title: string
  address: string
}

/** The texts of a highlight that are searched. */
interface SearchedTexts {
  text: string
  comm: string
}

/** Returns a function from a highlight of a page to its terms, with those of title and address. */
export function toTermsOf({ owner_id: ownerId, ...page }: SearchedPage) {
  const title = toIndexTerms(page.title)
  const address = toIndexTerms(toSearchableAddress(page.address))
  return ({ text, comm }: SearchedTexts): Omit<HighlightTerms, 'seq'> => ({
    ownerId,
    title,
    address,
    descr: boundTerms(toIndexTerms(text)),
    tags: boundTerms(toIndexTerms(comm)),
  })
}

/** Indexes highlights of a page in plain text again. */
export async function indexPage(
  tx: Tx,
  page: SearchedPage,
  highlights: readonly (SearchedTexts & { seq: number })[],
): Promise<void> {
  const toTerms = toTermsOf(page)
  await indexHighlights(
    tx,
    highlights.map(each => ({ seq: each.seq, ...toTerms(each) })),
  )
}
