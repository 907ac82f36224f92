import type { EveryLink, LinkSet } from '@nestmark/contract/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { grantCollection, grantScope } from '../../access/grant.ts'
import type { Role } from '../../access/policies.ts'
import { refuse } from '../../access/refuse.ts'
import { type CollectionWithRole, sharedWithPerson } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { joinInOrder } from '../../db/dialect.ts'
import { matchingSeqs } from '../../db/fullText.ts'
import { selectDescendants, countDescendantLinks } from '../collections/subtree.ts'
import { textFilter } from '../searchQuery/filterText.ts'
import { narrowed } from '../searchQuery/found.ts'
import { planSearch, searchType } from '../searchQuery/query.ts'
import { readSearchContext } from '../searchQuery/searchContext.ts'
import { favouriteLinks } from './favouriteLinks.ts'
import { notHidden } from './store.ts'

export type LinkSort = 'date' | 'title' | 'host'

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
  collectionName?: string
  /** The number of links when the counters know it, else null. */
  known: number | null
  /** `from … where …` that selects the links of the set as x. Only live links, except for the set of the trash. */
  rows: RawBuilder<unknown>
}

const sortColumns: Record<LinkSort, string> = { date: 'created_at', title: 'title_key', host: 'host_key' }

/** Returns the sort order: descending (1, the newest first) or ascending (2). The sequence number breaks ties. */
export function sortedBy(sort: LinkSort, order: 1 | 2, of: string): RawBuilder<unknown> {
  const direction = order === 1 ? 'desc' : 'asc'
  return sql.raw(`${of}.${sortColumns[sort]} ${direction}, ${of}.seq ${direction}`)
}

/**
 * Opens a set of links for a caller who may read it.
 * @throws Refused 'collections.notFound'
 */
export async function openSet(
  db: Queries,
  actor: Actor | null,
  set: LinkSet,
  sort: LinkSort = 'date',
): Promise<OpenSet> {
  const folder = set.folder_id
    ? (await grantCollection(db, actor, 'collections.read', set.folder_id)).collection
    : null
  return openIn(db, actor, set, folder, sort)
}

async function openIn(
  db: Queries,
  actor: Actor | null,
  set: LinkSet,
  folder: CollectionWithRole | null,
  sort: LinkSort = 'date',
): Promise<OpenSet> {
  const personId = folder?.owner_id ?? actor?.personId
  if (personId === undefined) return refuse('session.noToken')
  const { where, counts } = await readPlace(db, folder, personId, set, sort)
  // Favourite marks belong to the person, whoever owns the marked link.
  const mixed = !folder && set.favourite === 1
  const ownerIds = [personId]
  if (mixed && set.input?.trim()) ownerIds.push(...(await readSearchContext(db, personId, [])).sharers)
  const text = set.input?.trim()
    ? textFilter(db, { ownerIds, plan: actor?.plan ?? 1 }, set.input, 'x.')
    : sql``
  const category = set.category ? sql`and x.category = ${set.category}` : sql``
  const filtered = Boolean(set.input?.trim() || set.tag || set.favourite)
  return {
    ownerId: personId,
    role: folder ? folder.role : 'owner',
    mixed,
    collectionName: folder && !set.include_sub ? folder.name : undefined,
    known: filtered ? null : set.category ? counts[set.category - 1]! : sum(counts),
    rows: sql`from ${driver(db, personId, actor?.personId ?? '', set)} where x.trashed_at is null and ${where} ${text} ${category}`,
  }
}

/**
 * Opens a set of links for a bulk action. In addition to the sets of `openSet`, it accepts a search and the caller's
 * trash.
 * @param at excludes links that were trashed later
 * @throws Refused 'collections.notFound'
 */
export async function openEvery(
  db: Queries,
  actor: Actor,
  { search, trash, ...set }: EveryLink,
  at: number,
): Promise<OpenSet> {
  const own = { ownerId: actor.personId, role: 'owner' as const, mixed: false, known: null }
  if (trash)
    return { ...own, rows: sql`from links x where x.owner_id = ${own.ownerId} and x.trashed_at <= ${at}` }
  if (!search) {
    const folder = set.folder_id ? (await grantScope(db, actor, set.folder_id)).collection : null
    return openIn(db, actor, set, folder)
  }
  const searches = await planSearch(db, actor, searchType(search.type), search.input, set.category)
  const place = { db, personId: actor.personId }
  const [mine, shared] = searches.map(
    each => sql`from ${narrowed(place, each, each.text ? matchingSeqs(db, each.text) : sql``)}`,
  )
  if (!mine) return { ...own, rows: sql`from links x where false` }
  // A search also finds what others share; the action applies to the links that the caller may change.
  if (!shared) return { ...own, rows: mine }
  return {
    ...own,
    rows: sql`from links x where x.seq in (select x.seq ${mine} union all select x.seq ${shared})`,
  }
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
  if (favourite) return favouriteLinks(db, readerId)
  return sql`links x`
}

type Counts = number[]
const sum = (counts: Counts) => counts.reduce((all, n) => all + n, 0)
const toCounts = (row: { n1: number; n2: number; n3: number; n4: number; n5: number }): Counts => [
  row.n1,
  row.n2,
  row.n3,
  row.n4,
  row.n5,
]

async function readPlace(
  db: Queries,
  folder: CollectionWithRole | null,
  ownerId: string,
  set: LinkSet,
  sort: LinkSort,
): Promise<{ where: RawBuilder<unknown>; counts: Counts }> {
  const sub = set.include_sub === 1
  if (!folder || (sub && folder.parent_id === null))
    return {
      where: !folder && set.favourite ? seenBy(ownerId) : ownLive(ownerId),
      counts: toCounts(await library(db, ownerId)),
    }
  const counts = sub ? toCounts(await countDescendantLinks(db, folder)) : toCounts(folder)
  const inside = sub
    ? sql`x.collection_id in (${selectDescendants(folder)})`
    : sql`x.collection_id = ${folder.id}`
  const ready = !sub && sort === 'date'
  // If the collection has a large part of the library, its links appear soon in a scan of the library's order. If it
  // has a small part, those few links are collected and sorted. `is true` prevents the planner from starting with the
  // collections.
  if (ready || !(await isLargeShare(db, ownerId, sum(counts)))) return { where: inside, counts }
  return { where: sql`x.owner_id = ${ownerId} and (${inside}) is true`, counts }
}

const ownLive = (personId: string) =>
  sql`x.owner_id = ${personId} and ${notHidden(personId, sql`x.collection_id`)}`

/** Returns the condition for a person's own live links and for those that others share with the person. */
export const seenBy = (personId: string): RawBuilder<unknown> =>
  sql`(${ownLive(personId)} or x.collection_id in (${sharedWithPerson(personId)}))`

/** Below this number, sorting is faster than choosing a plan. */
const smallSet = 1000
const largeShare = 1 / 30

async function isLargeShare(db: Queries, ownerId: string, links: number): Promise<boolean> {
  if (links <= smallSet) return false
  return links > sum(toCounts(await library(db, ownerId))) * largeShare
}

function library(db: Queries, ownerId: string) {
  return db
    .selectFrom('people')
    .select(['n1', 'n2', 'n3', 'n4', 'n5'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
}
