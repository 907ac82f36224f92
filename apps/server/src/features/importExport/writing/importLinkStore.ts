import { assertDefined } from '@nestmark/core/assertDefined'
import { sql } from 'kysely'
import { newRows } from '../../../db/statements/bulkRows.ts'
import type { Tx } from '../../../db/db.ts'
import { inList, reserveSeqs } from '../../../db/dialect.ts'
import { newId } from '../../../db/newId.ts'
import { indexInserted, textColumns } from '../../../db/searchText/fullText.ts'
import { insertLinks } from '../../../db/searchText/indexLoad.ts'
import { addToCounts } from '../../collections/countersStore.ts'
import { addWords } from '../../links/words/wordStore.ts'
import { addToTagCounts, countedTags, ensureAndListCreated, type TagRef } from '../../tags/store.ts'
import { readCreatedDates, setChangeDates } from './folderStore.ts'
import { linkCells, type PreparedLinks } from './importPrepare.ts'

/** Writes batches of links from a `LinkPreparer`, with tags, index entries and counters. */
export class LinkWriter {
  readonly #ownerId: string
  readonly #importId: string | null
  readonly #now: () => number

  /** @param importId the job of an import, whose undo record has the collections that it created */
  constructor(ownerId: string, now: () => number, importId: string | null = null) {
    this.#ownerId = ownerId
    this.#importId = importId
    this.#now = now
  }

  /**
   * Writes the links in the running transaction.
   * @returns their sequence numbers, in the order of the rows, and the created tags that none of them has
   */
  async write(tx: Tx, links: PreparedLinks): Promise<{ seqs: number[]; unusedTags: TagRef[] }> {
    const written = await this.writeUnindexed(tx, links)
    await indexInserted(tx, written.seqs, links.texts)
    return written
  }

  /** As `write`, but the caller adds the entries of the full text, for several batches together. */
  async writeUnindexed(tx: Tx, links: PreparedLinks): Promise<{ seqs: number[]; unusedTags: TagRef[] }> {
    if (links.rows.length === 0) {
      const { created } = await ensureAndListCreated(tx, this.#ownerId, links.tagNames)
      return { seqs: [], unusedTags: created }
    }
    await this.#count(tx, links)
    const seqs = await this.#insert(tx, links)
    const unusedTags = await this.#linkTags(tx, seqs, links)
    await addWords(tx, this.#ownerId, new Set(links.newWords))
    await setCovers(tx, links.covers)
    return { seqs, unusedTags }
  }

  /** Counts the links. Collections that the import created keep the last change of the file. */
  async #count(tx: Tx, { counts }: PreparedLinks): Promise<void> {
    const collections = [...new Set(counts.map(each => each.collectionId))]
    const dates = this.#importId === null ? [] : await readCreatedDates(tx, this.#importId, collections)
    await addToCounts(tx, this.#ownerId, counts, this.#now())
    await setChangeDates(tx, dates)
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
    const insert = sql`insert into links (${names}) ${newRows(tx, types, complete)}`
    await insertLinks(tx, rows.length, insert)
    const liked = favourites.map(([id, at]) => [this.#ownerId, id, at])
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

  /** Returns the created tags that none of the links has. */
  async #linkTags(tx: Tx, seqs: readonly number[], { tags, tagNames }: PreparedLinks): Promise<TagRef[]> {
    // Looked up again for each batch: a tag may have been deleted, merged or renamed since the last one.
    const { tags: found, created } = await ensureAndListCreated(tx, this.#ownerId, tagNames)
    const rows = tags.flatMap((each, at) => {
      const link = assertDefined(seqs[at], 'seq')
      return each.map(
        (tag, position) => [link, assertDefined(found[tag], 'tag').seq, this.#ownerId, position] as const,
      )
    })
    if (rows.length === 0) return created
    await sql`insert into link_tags (link_seq, tag_seq, owner_id, position)
      ${newRows(tx, ['int', 'int', 'text', 'int'], rows)}`.execute(tx)
    const counted = countedTags(rows.map(([, tag]) => tag))
    await addToTagCounts(tx, counted)
    return created.filter(tag => !counted.has(tag.seq))
  }
}

/** Makes links the covers of their collections, where these have none. */
async function setCovers(tx: Tx, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length === 0) return
  const covers = sql`from links where ${inList(tx, 'id', linkIds)}`
  await sql`update collections
    set cover_link_id = (select min(id) ${covers} and collection_id = collections.id)
    where id in (select collection_id ${covers}) and cover_link_id is null`.execute(tx)
}
