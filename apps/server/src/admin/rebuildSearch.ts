import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import type { LinkTerms } from '../db/searchText/fullText.ts'
import { dropTermsIndex } from '../db/searchText/indexLoad.ts'
import { rebuildTerms } from '../db/searchText/linkTerms.ts'
import { reindexHighlights } from '../features/highlights/pages/reindexHighlights.ts'
import { reindexPages } from '../features/copies/reading/pageTexts.ts'
import { listSubstringWords } from '../features/links/words/linkText.ts'
import { addWords } from '../features/links/words/wordStore.ts'

const batchSize = 1000
/**
 * Maximum of words remembered to avoid sending them again; bounded, because a library can be larger than
 * memory.
 */
const maxWords = 500_000

/** Rebuilds the search index of all links and highlights, and the list of words for substring search. */
export async function rebuildSearch(tx: Tx): Promise<void> {
  // Words that no link has any more.
  await sql`delete from words`.execute(tx)
  const makeIndex = await dropTermsIndex(tx)
  const sent = new Set<string>()
  await rebuildTerms(tx, terms => sendWords(tx, terms, sent))
  await makeIndex()
  await rebuildPageTerms(tx)
  await reindexHighlights(tx)
}

/** Indexes the texts of pages again. */
async function rebuildPageTerms(tx: Tx): Promise<void> {
  for (let last = -1; ;) {
    const { rows } = await sql<{ seq: number; owner: string }>`
      select l.seq, l.owner_id as owner from page_texts t join links l on l.seq = t.link_seq
      where l.seq > ${last} order by l.seq limit ${batchSize}`.execute(tx)
    const end = rows.at(-1)
    if (!end) return
    for (const [owner, own] of Map.groupBy(rows, row => row.owner))
      await reindexPages(
        tx,
        owner,
        own.map(row => row.seq),
      )
    last = end.seq
  }
}

async function sendWords(tx: Tx, terms: readonly LinkTerms[], sent: Set<string>): Promise<void> {
  if (sent.size > maxWords) sent.clear()
  for (const [ownerId, own] of Map.groupBy(terms, each => each.ownerId)) {
    const fresh = new Set(own.flatMap(listSubstringWords).filter(word => !sent.has(`${ownerId} ${word}`)))
    await addWords(tx, ownerId, fresh)
    for (const word of fresh) sent.add(`${ownerId} ${word}`)
  }
}
