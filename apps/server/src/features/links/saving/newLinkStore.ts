import { assertDefined } from '@nestmark/core/assertDefined'
import { sql } from 'kysely'
import type { Granted } from '../../../access/grant.ts'
import type { Batch } from '../../../db/statements/batch.ts'
import { type ColumnType, bulkRows } from '../../../db/statements/bulkRows.ts'
import { indexNewLinks, newLinkTerms } from '../../../db/searchText/fullText.ts'
import { addTagsInBatch } from '../../tags/store.ts'
import type { LinkDraft } from './draft.ts'
import { textTerms } from '../../../db/searchText/linkTerms.ts'
import { listSubstringWords } from '../words/linkText.ts'
import { newWords } from '../words/wordStore.ts'

export interface NewLink extends LinkDraft {
  id: string
  collection_id: string
  /** Unique tag names. */
  tags: readonly string[]
  /** The key of the request that created it, or null. */
  requestKey: string | null
  /** Bytes of its files; null without one. */
  file_bytes: number | null
  /** Both are null for a link in plain text. */
  key_id: string | null
  sealed_picture: string | null
  /** Its place in the manual order; null where its date puts it. */
  position: number | null
  created_at: number
}

const columns = {
  id: 'text',
  owner_id: 'text',
  collection_id: 'text',
  category: 'int',
  sub_category: 'text',
  title: 'text',
  address: 'text',
  compare_key: 'text',
  title_key: 'text',
  host_key: 'text',
  descr: 'text',
  picture_source: 'text',
  video_type: 'int',
  check_list: 'text',
  key_id: 'text',
  sealed_picture: 'text',
  file_bytes: 'int',
  position: 'int',
  created_at: 'int',
  updated_at: 'int',
  request_key: 'text',
} as const satisfies Record<string, ColumnType>
const names = Object.keys(columns) as (keyof typeof columns)[]

/**
 * Adds new links to a batch, with their tags and search index entries. Columns that are not listed here get their
 * defaults.
 * @param _granted the right to add to the collection; rules of its owner choose others of the same owner
 */
export function addLinks(
  batch: Batch,
  _granted: Granted<'collections.add'>,
  target: { ownerId: string; now: number },
  links: readonly NewLink[],
): void {
  const { ownerId, now } = target
  const terms = links.map(link => ({ id: link.id, ...textTerms({ ...link, ownerId }) }))
  const index = newLinkTerms(batch.tx, terms)
  const rows = links.map((link, at) => {
    const row = {
      ...link,
      owner_id: ownerId,
      updated_at: now,
      request_key: link.requestKey,
    }
    return [...names.map(name => row[name]), ...assertDefined(index.cells[at], 'cells')]
  })
  batch.add(sql`insert into links (${sql.raw([...names, ...index.columns].join(', '))})
    ${bulkRows(batch.tx, [...Object.values(columns), ...index.types], rows)}`)
  indexNewLinks(batch, terms)
  addTagsInBatch(batch, ownerId, links)
  const words = new Set(terms.flatMap(listSubstringWords))
  if (words.size > 0) batch.add(newWords(batch.tx, ownerId, words))
}

/** Adds the favourite marks of a person on new links to a batch, after their rows. */
export function addNewFavourites(
  batch: Batch,
  _granted: Granted<'collections.add'>,
  personId: string,
  linkIds: readonly string[],
  now: number,
): void {
  if (linkIds.length === 0) return
  const rows = linkIds.map(id => [personId, id, now])
  batch.add(sql`insert into favourite_links (person_id, link_id, created_at)
    ${bulkRows(batch.tx, ['text', 'text', 'int'], rows)}`)
}
