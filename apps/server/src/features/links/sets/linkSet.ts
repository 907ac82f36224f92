import type { EveryLink, LinkSet } from '@nestmark/contract/shapes'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { Actor } from '../../../access/actor.ts'
import { grantCollection, grantScope } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { CollectionWithRole } from '../../../access/roles.ts'
import type { Queries } from '../../../db/db.ts'
import { sumCounts } from '../../collections/subtreeQuery.ts'
import { textFilter } from '../../searchQuery/filterText.ts'
import { planSearch, searchType } from '../../searchQuery/query.ts'
import { readSearchContext } from '../../searchQuery/searchContext.ts'
import { foundRows, type LinkSort, liveRows, type OpenSet, readPlace, trashedRows } from './linkSetQuery.ts'

/** A set of links; `open_keys` leaves out what its text may find of links that are encrypted with these keys. */
type FilteredSet = LinkSet & { open_keys?: readonly string[] | undefined }

/**
 * Opens a set of links for a caller who may read it.
 * @throws Refused 'collections.notFound'
 */
export async function openSet(
  db: Queries,
  actor: Actor | null,
  set: FilteredSet,
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
  set: FilteredSet,
  folder: CollectionWithRole | null,
  sort: LinkSort = 'date',
): Promise<OpenSet> {
  const personId = folder?.owner_id ?? actor?.personId
  if (personId === undefined) return refuse('session.noToken')
  const { where, counts } = await readPlace(db, folder, personId, set, sort)
  // Favourite marks belong to the person, not to the owner of the marked link.
  const mixed = !folder && set.favourite === 1
  const ownerIds = [personId]
  if (mixed && set.input?.trim()) ownerIds.push(...(await readSearchContext(db, personId, [])).sharers)
  const text = set.input?.trim()
    ? await textFilter(db, { ownerIds, plan: actor?.plan ?? 1, openKeys: set.open_keys }, set.input)
    : null
  const filtered = Boolean(set.input?.trim() || set.tag || set.favourite)
  return {
    ownerId: personId,
    role: folder ? folder.role : 'owner',
    mixed,
    collectionName: folder && !set.include_sub ? folder.name : undefined,
    known: filtered ? null : set.category ? assertDefined(counts[set.category - 1]) : sumCounts(counts),
    rows: liveRows(db, { ownerId: personId, readerId: actor?.personId ?? '' }, set, where, text),
  }
}

/**
 * Opens a set of links for a bulk action. In addition to the sets of `openSet`, it accepts a search and the caller's
 * trash.
 * @param at excludes links that were trashed later
 * @throws Refused 'collections.notFound'
 */
export async function openEveryLink(
  db: Queries,
  actor: Actor,
  { search, trash, ...set }: EveryLink,
  at: number,
): Promise<OpenSet> {
  const own = { ownerId: actor.personId, role: 'owner' as const, mixed: false, known: null }
  if (trash) return { ...own, rows: trashedRows(own.ownerId, at) }
  if (!search) {
    const folder = set.folder_id ? (await grantScope(db, actor, set.folder_id)).collection : null
    return openIn(db, actor, set, folder)
  }
  const searches = await planSearch(db, actor, {
    type: searchType(search.type),
    input: search.input,
    timeZone: search.time_zone,
    category: set.category,
    openKeys: set.open_keys,
  })
  // A search also finds shared links; the action applies only to those that the caller may change.
  return { ...own, rows: foundRows({ db, personId: actor.personId }, searches) }
}
