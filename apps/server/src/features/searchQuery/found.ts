import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { joinInOrder } from '../../db/dialect.ts'
import { sharedWithPerson } from '../../access/roles.ts'
import type { LinkSearch } from './query.ts'

/** Where a search is made, and who looks. */
export interface SearchPlace {
  db: Queries
  personId: string
}

/**
 * Live links that meet the filters, out of what the index found or of the whole library. Trashed collections are few:
 * a list of them is asked, not the collection of each link. Of what is shared only live collections are looked into.
 */
export function narrowed(
  { db, personId }: SearchPlace,
  search: LinkSearch,
  found: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // What the index found leads: SQLite would begin at the person's links, and ask the index for each.
  const source = search.text ? sql`(${found}) m ${joinInOrder(db)} links x on x.seq = m.seq` : sql`links x`
  const place =
    search.within === 'own'
      ? ownLive(personId, search)
      : [sql<boolean>`x.collection_id in (${sharedWithPerson(personId)})`]
  const conditions = [sql<boolean>`x.trashed_at is null`, ...place, ...search.filters.conditions]
  return sql`${source} where ${sql.join(conditions, sql` and `)}`
}

function ownLive(personId: string, search: LinkSearch): RawBuilder<boolean>[] {
  const { text, filters } = search
  return [
    ...(text || filters.own ? [] : [sql<boolean>`x.owner_id = ${personId}`]),
    ...notHiddenIn(personId, search),
  ]
}

/** A person's own links that are in no trash, as a source and a condition that go by the index of the owner's links alone. */
export function ownLinks({ personId }: SearchPlace, search: LinkSearch): RawBuilder<unknown> {
  const conditions = [
    sql<boolean>`x.owner_id = ${personId} and x.trashed_at is null`,
    ...notHiddenIn(personId, search),
  ]
  return sql`links x where ${sql.join(conditions, sql` and `)}`
}

function notHiddenIn(personId: string, { allLive }: LinkSearch): RawBuilder<boolean>[] {
  if (allLive) return []
  return [
    sql<boolean>`x.collection_id not in (select id from collections where owner_id = ${personId} and trashed_by is not null)`,
  ]
}
