import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { indexLinks, type LinkTerms } from '../db/fullText.ts'
import { dropTermsIndex } from '../db/indexLoad.ts'
import { reindexHighlights } from '../features/highlights/reindexHighlights.ts'
import { reindexPages } from '../features/copies/reindexPages.ts'
import { listSubstringWords, type SearchableLink, toTerms } from '../features/links/linkText.ts'
import { addWords } from '../features/links/wordStore.ts'

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
  await rebuildTerms(tx)
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

async function rebuildTerms(tx: Tx): Promise<void> {
  const sent = new Set<string>()
  for (let last = -1; ;) {
    const { rows } = await sql<Omit<SearchableLink, 'tags'>>`
      select seq, owner_id as "ownerId", category, title, address, descr
      from links where seq > ${last} order by seq limit ${batchSize}`.execute(tx)
    const [first] = rows
    const end = rows.at(-1)
    if (!first || !end) return
    const tags = await tagsBetween(tx, first.seq, end.seq)
    const terms = rows.map(row => toTerms({ ...row, tags: tags.get(row.seq) ?? [] }))
    await indexLinks(tx, terms)
    await sendWords(tx, terms, sent)
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

/** Returns the tag names of these links, in the order of assignment. */
async function tagsBetween(tx: Tx, first: number, last: number): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ seq: number; name: string }>`
    select lt.link_seq as seq, t.name from link_tags lt join tags t on t.seq = lt.tag_seq and t.deleted_at is null
    where lt.link_seq between ${first} and ${last} order by lt.link_seq, lt.position`.execute(tx)
  const names = new Map<number, string[]>()
  for (const { seq, name } of rows) {
    const known = names.get(seq)
    if (known) known.push(name)
    else names.set(seq, [name])
  }
  return names
}
