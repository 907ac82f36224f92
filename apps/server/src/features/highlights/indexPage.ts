import { toIndexTerms, toSearchableAddress } from '@nestmark/core/searchTerms'
import { boundTerms } from '@nestmark/core/linkTerms'
import type { Tx } from '../../db/db.ts'
import { indexHighlights } from '../../db/highlightText.ts'
import type { StoredHighlight } from './highlightStore.ts'

/** Indexes highlights of a page in plain text, each with the title and the address of the page. */
export async function indexPage(
  tx: Tx,
  page: { owner_id: string; title: string; address: string },
  highlights: readonly Pick<StoredHighlight, 'seq' | 'text' | 'comm'>[],
): Promise<void> {
  const ofPage = {
    ownerId: page.owner_id,
    title: toIndexTerms(page.title),
    address: toIndexTerms(toSearchableAddress(page.address)),
  }
  await indexHighlights(
    tx,
    highlights.map(({ seq, text, comm }) => ({
      ...ofPage,
      seq,
      descr: boundTerms(toIndexTerms(text)),
      tags: boundTerms(toIndexTerms(comm)),
    })),
  )
}
