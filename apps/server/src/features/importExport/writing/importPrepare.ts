import type { PlainLinkFields } from '@nestmark/contract/links/plainLinkFields'
import { assertDefined } from '@nestmark/core/assertDefined'
import { filterListedWords } from '@nestmark/core/words/searchTerms'
import { TermCache } from '@nestmark/core/words/termCache'
import { tagKey } from '@nestmark/core/words/tagKey'
import type { Queries } from '../../../db/db.ts'
import type { Cell } from '../../../db/statements/eachRow.ts'
import { toIndexEntry, type TextEntry } from '../../../db/searchText/fullText.ts'
import { newId, toCreatedId } from '../../../db/newId.ts'
import type { EventSubject } from '../../../domainEvents/event.ts'
import type { LinkBefore } from '../../../undo/store.ts'
import type { CountChange } from '../../collections/countersStore.ts'
import type { LinkDraft } from '../../links/saving/draft.ts'
import { textTerms } from '../../../db/searchText/linkTerms.ts'
import { distinctNames } from '../../tags/store.ts'

export interface ImportedLink {
  draft: LinkDraft
  collectionId: string
  tags: readonly string[]
  /** When it became a favourite of the owner, in milliseconds since 1970; null when it is none. */
  favouriteAt: number | null
  /** The address of the player that was found in its page; '' without one. */
  player?: string
  /** The owner's private note; '' for none. */
  note: string
  /** Its place in the manual order; null where its date puts it. */
  position: number | null
  /** The picture of the link is the cover of its collection. */
  isCover?: boolean
  /** Its id in the file, when files of the file belong to it. */
  fileId?: string
  plain: PlainLinkFields
  createdAt: number
  updatedAt: number
}

/**
 * Links ready to be written, with everything that can be computed beforehand. Plain data: it is sent between threads
 * as JSON.
 */
export interface PreparedLinks {
  /** The cells of the links' rows, in the columns of `linkCells`. */
  rows: Cell[][]
  /** The rows of the file that the links come from, in the same order. */
  at: number[]
  /** Their entries in the full-text index, in the same order. */
  texts: TextEntry[]
  /** Their tags, as indexes into `tagNames`. */
  tags: number[][]
  /** The tags of all links, without duplicates. */
  tagNames: string[]
  /** Words that no earlier batch had, as far as they are remembered, without duplicates. */
  newWords: string[]
  /** The ids of favourite links, and when they became it. */
  favourites: (readonly [linkId: string, at: number])[]
  /** The private notes, with the ids of their links. */
  notes: (readonly [linkId: string, note: string])[]
  /** The ids of links whose pictures are the covers of their collections. */
  covers: string[]
  counts: CountChange[]
}

/** The columns of a link's row that an import writes, in the order of `PreparedLinks.rows`. */
export const linkCells = [
  ['id', 'text'],
  ['owner_id', 'text'],
  ['collection_id', 'text'],
  ['category', 'int'],
  ['sub_category', 'text'],
  ['title', 'text'],
  ['address', 'text'],
  ['compare_key', 'text'],
  ['title_key', 'text'],
  ['host_key', 'text'],
  ['descr', 'text'],
  ['picture_source', 'text'],
  ['player', 'text'],
  ['video_type', 'int'],
  ['check_list', 'text'],
  ['desc_toggle', 'int'],
  ['position', 'int'],
  ['created_at', 'int'],
  ['updated_at', 'int'],
] as const

/** Returns the place of a column among `linkCells`. */
export const cellAt = (name: (typeof linkCells)[number][0]): number =>
  linkCells.findIndex(([column]) => column === name)
const [idAt, collectionAt, titleAt] = [cellAt('id'), cellAt('collection_id'), cellAt('title')]

/** Returns the collections of a batch's links, in the order of the rows. */
export function listCollectionIds({ rows }: PreparedLinks): string[] {
  return rows.map(cells => String(cells[collectionAt]))
}

/** Returns the links of a batch for the undo record of their creation. */
export function toRecorded(links: PreparedLinks, seqs: readonly number[]): LinkBefore[] {
  const collections = listCollectionIds(links)
  return seqs.map((seq, nth) => [seq, assertDefined(collections[nth], 'collection'), 0])
}

/** Returns the links of a batch as subjects of an event. */
export function toSubjects({ rows }: PreparedLinks): EventSubject[] {
  return rows.map(cells => ({
    collectionId: String(cells[collectionAt]),
    id: String(cells[idAt]),
    title: String(cells[titleAt]),
  }))
}

/** The words that are remembered. */
const maxWords = 100_000

/** Prepares batches of links for writing. Caches words, so that each is sent to the database once. */
export class LinkPreparer {
  readonly #db: Queries
  readonly #ownerId: string
  readonly #importId: string
  /** Tag text in the file → key of the tag, null when it is not a valid tag. */
  #keys = new Map<string, string | null>()
  /** Key → index in the `tagNames` of this batch. */
  #tagAt = new Map<string, number>()
  #words = new Set<string>()
  readonly #cache = new TermCache()

  /**
   * @param db used only to determine the kind of database
   * @param importId the job of an import, from which the ids of links with files derive; '' without one
   */
  constructor(db: Queries, ownerId: string, importId = '') {
    this.#db = db
    this.#ownerId = ownerId
    this.#importId = importId
  }

  /** @param unusedTags tags that no link has */
  prepare(links: readonly ImportedLink[], unusedTags: readonly string[] = []): PreparedLinks {
    const made = noLinks()
    made.counts = countByCollection(links.map(({ collectionId, draft }) => [collectionId, draft.category]))
    this.#tagAt.clear()
    for (const link of links) this.#add(made, link)
    this.#tagsOf(unusedTags, made.tagNames)
    made.newWords = filterListedWords(this.#cache.takeFresh()).filter(word => !this.#words.has(word))
    // A word that is sent again is not written again.
    if (this.#words.size > maxWords) this.#words.clear()
    for (const word of made.newWords) this.#words.add(word)
    return made
  }

  #add(
    made: PreparedLinks,
    {
      draft,
      collectionId,
      tags,
      favouriteAt,
      player = '',
      note,
      position,
      isCover,
      fileId,
      plain,
      createdAt,
      updatedAt,
    }: ImportedLink,
  ): void {
    const ownerId = this.#ownerId
    // Derived, so that its files find the link when the import continues.
    const id = fileId === undefined ? newId() : toCreatedId(this.#importId, fileId)
    const at = this.#tagsOf(tags, made.tagNames)
    made.rows.push([
      id,
      ownerId,
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
      player,
      draft.video_type,
      draft.check_list,
      plain.desc_toggle,
      position,
      createdAt,
      updatedAt,
    ])
    // Folding makes all spellings of a tag equal, so the terms match those of an existing tag.
    const names = at.map(tag => assertDefined(made.tagNames[tag], 'tag'))
    const terms = textTerms({ ...draft, ownerId, tags: names }, text => this.#cache.toIndexTerms(text))
    made.texts.push(toIndexEntry(this.#db, terms))
    made.tags.push(at)
    if (favouriteAt !== null) made.favourites.push([id, favouriteAt])
    if (note !== '') made.notes.push([id, note])
    if (isCover) made.covers.push(id)
  }

  /** Returns the indexes of the tags of a link, without duplicates. */
  #tagsOf(written: readonly string[], tagNames: string[]): number[] {
    const found = new Set<number>()
    for (const each of written) {
      const key = this.#keyOf(each)
      if (key === null) continue
      const known = this.#tagAt.get(key)
      const at = known ?? tagNames.length
      if (known === undefined) {
        this.#tagAt.set(key, at)
        tagNames.push(...distinctNames([each]))
      }
      found.add(at)
    }
    return [...found]
  }

  #keyOf(written: string): string | null {
    let key = this.#keys.get(written)
    if (key === undefined) {
      const [name] = distinctNames([written])
      this.#keys.set(written, (key = name === undefined ? null : tagKey(name)))
    }
    return key
  }
}

/** Returns a batch without links. */
export function noLinks(): PreparedLinks {
  return {
    rows: [],
    at: [],
    texts: [],
    tags: [],
    tagNames: [],
    newWords: [],
    favourites: [],
    notes: [],
    covers: [],
    counts: [],
  }
}

/** Returns the number of links that each collection gets, by category. */
export function countByCollection(
  links: readonly (readonly [collectionId: string, category: number])[],
): CountChange[] {
  const counts = new Map<string, CountChange>()
  for (const [collectionId, category] of links) {
    const key = `${category} ${collectionId}`
    const known = counts.get(key)
    if (known) known.by++
    else counts.set(key, { collectionId, category, by: 1 })
  }
  return [...counts.values()]
}
