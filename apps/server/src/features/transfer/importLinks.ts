import { sql } from 'kysely'
import { bulkRows } from '../../db/bulk.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { indexLinks } from '../../db/fullText.ts'
import { newId } from '../../db/newId.ts'
import { addToCounts } from '../collections/counters.ts'
import type { LinkDraft } from '../links/draft.ts'
import { addWords, termsOf, wordsOf } from '../links/linkText.ts'
import { addToTagCounts, countedTags } from '../tags/counters.ts'
import { distinctNames, ensureTags, goneTags, tagKey, type TagRef } from '../tags/store.ts'

export interface ImportedLink {
  draft: LinkDraft
  collectionId: string
  tags: readonly string[]
  favourite: boolean
  createdAt: number
  updatedAt: number
}

/** Writes batches of links with tags, index and counters; remembers what it has met, so that nothing is written twice. */
export class LinkWriter {
  readonly #ownerId: string
  readonly #now: () => number
  /** Tags and words that are known to be there. */
  #tags = new Map<string, TagRef>()
  #words = new Set<string>()
  /** Per collection: its links by address and title. */
  #inside = new Map<string, Set<string>>()

  constructor(ownerId: string, now: () => number) {
    this.#ownerId = ownerId
    this.#now = now
  }

  /**
   * Whether the very same link (address, title and, for a note, its text) lies in the collection already.
   * Otherwise it is noted as being there from now on.
   */
  async isThere(db: Queries, link: ImportedLink, isFresh: boolean): Promise<boolean> {
    let inside = this.#inside.get(link.collectionId)
    if (!inside)
      this.#inside.set(link.collectionId, (inside = await this.#load(db, link.collectionId, isFresh)))
    const { address, title, descr } = link.draft
    const key = `${address}\n${title}\n${address ? '' : descr}`
    if (inside.has(key)) return true
    inside.add(key)
    return false
  }

  async #load(db: Queries, collectionId: string, isFresh: boolean): Promise<Set<string>> {
    if (isFresh) return new Set()
    const { rows } = await sql<{ key: string }>`
      select address || ${'\n'} || title || ${'\n'} || case when address = '' then descr else '' end as key
      from links where collection_id = ${collectionId} and trashed_at is null`.execute(db)
    return new Set(rows.map(row => row.key))
  }

  /** Writes the links in the running transaction. */
  async write(tx: Tx, links: readonly ImportedLink[]): Promise<void> {
    if (links.length === 0) return
    const now = this.#now()
    await addToCounts(
      tx,
      this.#ownerId,
      links.map(({ collectionId, draft }) => ({ collectionId, category: draft.category, by: 1 })),
      now,
    )
    const seqs = await this.#insert(tx, links)
    const tagsOf = await this.#ensureTags(tx, links)
    await this.#linkTags(tx, seqs, tagsOf)
    const terms = links.map((link, at) =>
      termsOf({
        ...link.draft,
        seq: seqs[at]!,
        ownerId: this.#ownerId,
        tags: tagsOf[at]!.map(tag => tag.name),
      }),
    )
    await indexLinks(tx, terms)
    const fresh = new Set(terms.flatMap(wordsOf).filter(word => !this.#words.has(word)))
    await addWords(tx, this.#ownerId, fresh)
    // A batch that is rolled back is written again by a new writer, so the memory never runs ahead.
    for (const word of fresh) this.#words.add(word)
  }

  async #insert(tx: Tx, links: readonly ImportedLink[]): Promise<number[]> {
    const ids = links.map(() => newId())
    const rows = links.map(({ draft, collectionId, createdAt, updatedAt }, at) => [
      ids[at]!,
      this.#ownerId,
      collectionId,
      draft.category,
      draft.sub_category,
      draft.title,
      draft.address,
      draft.compare_key,
      draft.title_key,
      draft.host_key,
      draft.descr,
      draft.picture_source,
      draft.video_type,
      draft.check_list,
      createdAt,
      updatedAt,
    ])
    const { rows: made } = await sql<{ id: string; seq: number }>`
      insert into links (id, owner_id, collection_id, category, sub_category, title, address, compare_key, title_key, host_key, descr,
        picture_source, video_type, check_list, created_at, updated_at)
      ${bulkRows(
        tx,
        [
          ...(['text', 'text', 'text', 'int', 'text', 'text', 'text', 'text', 'text', 'text'] as const),
          ...(['text', 'text', 'int', 'text', 'int', 'int'] as const),
        ],
        rows,
      )} returning id, seq`.execute(tx)
    const seqOf = new Map(made.map(row => [row.id, row.seq]))
    const favourites = ids.filter((_, at) => links[at]!.favourite).map(id => [this.#ownerId, id, this.#now()])
    if (favourites.length > 0)
      await sql`insert into favourite_links (person_id, link_id, created_at)
        ${bulkRows(tx, ['text', 'text', 'int'], favourites)}`.execute(tx)
    return ids.map(id => seqOf.get(id)!)
  }

  async #ensureTags(tx: Tx, links: readonly ImportedLink[]): Promise<TagRef[][]> {
    const names = links.map(link => distinctNames(link.tags))
    const all = distinctNames(names.flat())
    // A tag may have been deleted since the last batch.
    for (const gone of await goneTags(
      tx,
      all.flatMap(name => this.#tags.get(tagKey(name)) ?? []),
    ))
      this.#tags.delete(tagKey(gone.name))
    const unknown = all.filter(name => !this.#tags.has(tagKey(name)))
    for (const tag of await ensureTags(tx, this.#ownerId, unknown)) this.#tags.set(tagKey(tag.name), tag)
    return names.map(each => each.map(name => this.#tags.get(tagKey(name))!))
  }

  async #linkTags(tx: Tx, seqs: readonly number[], tagsOf: readonly TagRef[][]): Promise<void> {
    const rows = tagsOf.flatMap((tags, at) =>
      tags.map((tag, position) => [seqs[at]!, tag.seq, this.#ownerId, position]),
    )
    if (rows.length === 0) return
    await sql`insert into link_tags (link_seq, tag_seq, owner_id, position)
      ${bulkRows(tx, ['int', 'int', 'text', 'int'], rows)}`.execute(tx)
    await addToTagCounts(tx, countedTags(tagsOf.flat().map(tag => tag.seq)))
  }
}
