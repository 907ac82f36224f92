import { assertDefined } from '@nestmark/core/assertDefined'
import { sql } from 'kysely'
import { newRows } from '../../db/bulkRows.ts'
import type { Tx } from '../../db/db.ts'
import { reserveSeqs } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { indexInserted, textColumns } from '../../db/fullText.ts'
import { addToCounts } from '../collections/countersStore.ts'
import { addWords } from '../links/wordStore.ts'
import { addToTagCounts, countedTags } from '../tags/countersStore.ts'
import { ensureTags } from '../tags/store.ts'
import { linkCells, type PreparedLinks } from './importPrepare.ts'

/** Writes batches of links from a `LinkPreparer`, with tags, index entries and counters. */
export class LinkWriter {
  readonly #ownerId: string
  readonly #now: () => number

  constructor(ownerId: string, now: () => number) {
    this.#ownerId = ownerId
    this.#now = now
  }

  /** Writes the links in the running transaction. Returns their sequence numbers, in the order of the rows. */
  async write(tx: Tx, links: PreparedLinks): Promise<number[]> {
    if (links.rows.length === 0) return []
    await addToCounts(tx, this.#ownerId, links.counts, this.#now())
    const seqs = await this.#insert(tx, links)
    await this.#linkTags(tx, seqs, links)
    await indexInserted(tx, seqs, links.texts)
    await addWords(tx, this.#ownerId, new Set(links.newWords))
    return seqs
  }

  async #insert(tx: Tx, { rows, texts, favourites, notes }: PreparedLinks): Promise<number[]> {
    const inRow = textColumns(tx)
    const columns = [['seq', 'int'] as const, ...linkCells, ...inRow]
    const names = sql.raw(columns.map(([name]) => name).join(', '))
    const types = columns.map(([, type]) => type)
    const seqs = await reserveSeqs(tx, 'links', rows.length)
    const complete = rows.map((cells, at) => {
      const seq = assertDefined(seqs[at], 'seq')
      return inRow.length > 0 ? [seq, ...cells, ...assertDefined(texts[at], 'text')] : [seq, ...cells]
    })
    await sql`insert into links (${names}) ${newRows(tx, types, complete)}`.execute(tx)
    const liked = favourites.map(id => [this.#ownerId, id, this.#now()])
    if (liked.length > 0)
      await sql`insert into favourite_links (person_id, link_id, created_at)
        ${newRows(tx, ['text', 'text', 'int'], liked)}`.execute(tx)
    const at = this.#now()
    const noted = notes.map(([link, note]) => [newId(), link, this.#ownerId, note, at, at])
    if (noted.length > 0)
      await sql`insert into link_notes (id, link_id, person_id, note, created_at, updated_at)
        ${newRows(tx, ['text', 'text', 'text', 'text', 'int', 'int'], noted)}`.execute(tx)
    return seqs
  }

  async #linkTags(tx: Tx, seqs: readonly number[], { tags, tagNames }: PreparedLinks): Promise<void> {
    // Looked up again for each batch: a tag may have been deleted, merged or renamed since the last one.
    const found = await ensureTags(tx, this.#ownerId, tagNames)
    const rows = tags.flatMap((each, at) => {
      const link = assertDefined(seqs[at], 'seq')
      return each.map(
        (tag, position) => [link, assertDefined(found[tag], 'tag').seq, this.#ownerId, position] as const,
      )
    })
    if (rows.length === 0) return
    await sql`insert into link_tags (link_seq, tag_seq, owner_id, position)
      ${newRows(tx, ['int', 'int', 'text', 'int'], rows)}`.execute(tx)
    await addToTagCounts(tx, countedTags(rows.map(([, tag]) => tag)))
  }
}
