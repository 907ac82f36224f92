import type { LinkSet } from '@nestmark/contract/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Role } from '../../../access/policies.ts'
import { type CollectionWithRole, selectSharedCollections } from '../../../access/roles.ts'
import type { Queries } from '../../../db/db.ts'
import { joinInOrder } from '../../../db/dialect.ts'
import {
  countDescendantLinks,
  selectDescendants,
  sumCounts,
  toCategoryCounts,
} from '../../collections/subtreeQuery.ts'
import { applyFilters, besides, type SearchScope, selectByText } from '../../searchQuery/found.ts'
import type { LinkSearch } from '../../searchQuery/query.ts'
import { selectFavouriteLinks } from '../../session/store.ts'
import { positionOf } from '../lists/linkOrderStore.ts'
import { isNotHidden } from '../store.ts'

export type LinkSort = 'date' | 'title' | 'host' | 'hand'

/** An opened set of links: its owner, its size, and the query that selects it. */
export interface OpenSet {
  ownerId: string
  role: Role
  /**
   * True when the set includes links that others share with the caller, so that the caller's role must be read per
   * link.
   */
  mixed: boolean
  /** The collection's name when all links are in the same collection. */
  collectionName?: string | undefined
  /** The number of links when it is in the counters, else null. */
  known: number | null
  /** `from … where …` that selects the links of the set as x. Only live links, except for the set of the trash. */
  rows: RawBuilder<unknown>
}

const sortKeys: Record<LinkSort, (of: string) => RawBuilder<unknown>> = {
  date: of => sql.raw(`${of}created_at`),
  title: of => sql.raw(`${of}title_key`),
  host: of => sql.raw(`${of}host_key`),
  hand: positionOf,
}

/** Returns the sort key of a set: several collections together have no manual order. */
export const toSortOfSet = (sort: LinkSort, set: LinkSet): LinkSort =>
  sort === 'hand' && (!set.folder_id || set.include_sub === 1) ? 'date' : sort

/** Returns the sort order: descending (1, the newest first) or ascending (2). The sequence number breaks ties. */
export function sortedBy(sort: LinkSort, order: 1 | 2, of: string): RawBuilder<unknown> {
  const direction = sql.raw(order === 1 ? 'desc' : 'asc')
  return sql`${sortKeys[sort](`${of}.`)} ${direction}, ${sql.raw(of)}.seq ${direction}`
}

/**
 * Returns the rows of a set of live links.
 * @param where the condition of its place, from `readPlace`
 * @param text the condition for its words, or null for none
 */
export function liveRows(
  db: Queries,
  { ownerId, readerId }: { ownerId: string; readerId: string },
  set: LinkSet,
  where: RawBuilder<unknown>,
  text: RawBuilder<unknown> | null,
): RawBuilder<unknown> {
  const category = set.category ? sql`and x.category = ${set.category}` : sql``
  return sql`from ${driver(db, ownerId, readerId, set)} where x.trashed_at is null and ${where} ${text ?? sql``} ${category}`
}

/** Returns the rows of a person's links that were trashed individually, up to a time. */
export const trashedRows = (ownerId: string, at: number): RawBuilder<unknown> =>
  sql`from links x where x.owner_id = ${ownerId} and x.trashed_at <= ${at}`

/** Returns the rows that a search finds, in all its parts. */
export function foundRows(scope: SearchScope, searches: readonly LinkSearch[]): RawBuilder<unknown> {
  const parts = [...searches, ...besides(searches)].map(
    each =>
      sql`from ${applyFilters(scope, each, each.text ? selectByText(scope.db, each, each.text) : sql``)}`,
  )
  const [only, ...more] = parts
  if (!only) return sql`from links x where false`
  if (more.length === 0) return only
  const all = parts.map(part => sql`select x.seq ${part}`)
  return sql`from links x where x.seq in (${sql.join(all, sql` union all `)})`
}

/**
 * Chooses the table that the query starts with: the few links with a tag or favourite mark, or the links in their
 * order.
 */
function driver(db: Queries, ownerId: string, readerId: string, { tag, favourite }: LinkSet) {
  const then = joinInOrder(db)
  const starred = sql`select 1 from favourite_links z where z.person_id = ${readerId} and z.link_id = x.id`
  if (tag)
    return sql`link_tags g ${then} links x on x.seq = g.link_seq
      and g.tag_seq = (select seq from tags where id = ${tag} and owner_id = ${ownerId} and deleted_at is null)
      ${favourite ? sql`and exists (${starred})` : sql``}`
  if (favourite) return selectFavouriteLinks(db, readerId)
  return sql`links x`
}

/** Returns the condition for the place of a set: a collection, a subtree or the library; and its counters. */
export async function readPlace(
  db: Queries,
  folder: CollectionWithRole | null,
  ownerId: string,
  set: LinkSet,
  sort: LinkSort,
): Promise<{ where: RawBuilder<unknown>; counts: number[] }> {
  const sub = set.include_sub === 1
  if (!folder || (sub && folder.parent_id === null))
    return {
      where: !folder && set.favourite ? isSearchable(ownerId) : ownLive(ownerId),
      counts: toCategoryCounts(await library(db, ownerId)),
    }
  const counts = toCategoryCounts(sub ? await countDescendantLinks(db, folder) : folder)
  const inside = sub
    ? sql`x.collection_id in (${selectDescendants(folder)})`
    : sql`x.collection_id = ${folder.id}`
  const ready = !sub && (sort === 'date' || sort === 'hand')
  // If the collection has a large part of the library, its links appear soon in a scan of the library's order. If it
  // has a small part, those few links are collected and sorted. `is true` prevents the planner from starting with the
  // collections.
  if (ready || !(await isLargeShare(db, ownerId, sumCounts(counts)))) return { where: inside, counts }
  return { where: sql`x.owner_id = ${ownerId} and (${inside}) is true`, counts }
}

const ownLive = (personId: string) =>
  sql`x.owner_id = ${personId} and ${isNotHidden(personId, sql`x.collection_id`)}`

/** Returns the condition for a person's own live links and for those that others share with the person. */
export const isSearchable = (personId: string): RawBuilder<unknown> =>
  sql`(${ownLive(personId)} or x.collection_id in (${selectSharedCollections(personId)}))`

/** Below this number, sorting is faster than choosing a plan. */
const smallSet = 1000
const largeShare = 1 / 30

async function isLargeShare(db: Queries, ownerId: string, links: number): Promise<boolean> {
  if (links <= smallSet) return false
  return links > sumCounts(toCategoryCounts(await library(db, ownerId))) * largeShare
}

function library(db: Queries, ownerId: string) {
  return db
    .selectFrom('people')
    .select(['n1', 'n2', 'n3', 'n4', 'n5'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
}
