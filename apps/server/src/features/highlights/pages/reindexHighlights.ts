import type { Tx } from '../../../db/db.ts'
import { indexPage } from './indexPage.ts'
import { highlightsAfter } from '../highlightStore.ts'

const batchSize = 1000

/** Indexes all highlights in plain text again. */
export async function reindexHighlights(tx: Tx): Promise<void> {
  for (let last = -1; ;) {
    const rows = await highlightsAfter(tx, last, batchSize)
    const end = rows.at(-1)
    if (!end) return
    for (const [, own] of Map.groupBy(rows, row => row.page_id)) {
      const [first] = own
      if (first) await indexPage(tx, first, own)
    }
    last = end.seq
  }
}
