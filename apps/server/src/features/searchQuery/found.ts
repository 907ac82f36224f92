import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { joinInOrder } from '../../db/dialect.ts'
import { selectMatchingSeqs } from '../../db/searchText/fullText.ts'
import type { TextQuery } from '../../db/searchText/textQuery.ts'
import { selectMatchingPages } from '../../db/searchText/pageText.ts'
import { selectSharedCollections } from '../../access/roles.ts'
import type { LinkSearch } from './query.ts'

/** The database of a search, and its caller. */
export interface SearchScope {
  db: Queries
  personId: string
}

/** Returns the links that the words of a search match: in their fields, or in their pages. */
export function selectByText(db: Queries, { inPages }: LinkSearch, text: TextQuery): RawBuilder<unknown> {
  return inPages ? selectMatchingPages(db, text) : selectMatchingSeqs(db, text)
}

/** Returns the searches in the pages of links, whose results follow the others. */
export const besides = (searches: readonly LinkSearch[]): LinkSearch[] =>
  searches.flatMap(search => search.beside ?? [])

/**
 * Returns live links that meet the filters, from the results of the index or from the entire library. Trashed
 * collections are few, so their list is checked instead of each link's collection. Of shared links, only those in
 * live collections are searched.
 */
export function applyFilters(
  { db, personId }: SearchScope,
  search: LinkSearch,
  found: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // The index results drive the join: SQLite would start with the person's links, and query the index for each.
  const source = search.text ? sql`(${found}) m ${joinInOrder(db)} links x on x.seq = m.seq` : sql`links x`
  const scopeConditions =
    search.within === 'own'
      ? ownLive(personId, search)
      : [sql<boolean>`x.collection_id in (${selectSharedCollections(personId)})`]
  const conditions = [sql<boolean>`x.trashed_at is null`, ...scopeConditions, ...search.filters.conditions]
  return sql`${source} where ${sql.join(conditions, sql` and `)}`
}

function ownLive(personId: string, search: LinkSearch): RawBuilder<boolean>[] {
  const { text, filters } = search
  return [
    ...(text || filters.own ? [] : [sql<boolean>`x.owner_id = ${personId}`]),
    ...notHiddenIn(personId, search),
  ]
}

/** Returns a person's live links, as a source and a condition that use only the index of the owner's links. */
export function ownLinks(scope: SearchScope, search: LinkSearch): RawBuilder<unknown> {
  return sql`links x where ${isOwnLive(scope, search)}`
}

/** Returns whether a link `x` is a live one of the person. */
export function isOwnLive({ personId }: SearchScope, search: LinkSearch): RawBuilder<unknown> {
  const conditions = [
    sql<boolean>`x.owner_id = ${personId} and x.trashed_at is null`,
    ...notHiddenIn(personId, search),
  ]
  return sql.join(conditions, sql` and `)
}

function notHiddenIn(personId: string, { allLive }: LinkSearch): RawBuilder<boolean>[] {
  if (allLive) return []
  return [
    sql<boolean>`x.collection_id not in (select id from collections where owner_id = ${personId} and trashed_by is not null)`,
  ]
}
