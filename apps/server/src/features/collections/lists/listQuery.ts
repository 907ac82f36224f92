import { sql } from 'kysely'
import { selectSharedCollections } from '../../../access/roles.ts'
import type { Queries } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import type { CollectionRow } from '../../../db/tables/libraryTables.ts'
import { toPageRange } from '../../../db/statements/limitClause.ts'
import { subcollectionFilter, type ListedCollection, listCollections } from '../store.ts'

const orders = {
  date: { 1: sql`updated_at desc, id desc`, 2: sql`updated_at, id` },
  name: { 1: sql`sort_key desc, name_key desc, id desc`, 2: sql`sort_key, name_key, id` },
  hand: {
    1: sql`position desc, sort_key desc, name_key desc, id desc`,
    2: sql`position, sort_key, name_key, id`,
  },
} as const

/** Returns a page of the sub-collections, optionally only those whose name contains the text. */
export async function listInside(
  db: Queries,
  personId: string,
  parent: Pick<CollectionRow, 'id' | 'trashed_by'>,
  { input, sort, order, page }: { input: string; sort: keyof typeof orders; order: 1 | 2; page: number },
): Promise<ListedCollection[]> {
  const filter = subcollectionFilter(db, parent, input)
  return listCollections(db, { personId, filter, orderBy: orders[sort][order], ...toPageRange(page) })
}

/** Returns a page of the favourite collections that the person may see, the newest first. */
export async function listFavourites(
  db: Queries,
  personId: string,
  page: number,
): Promise<ListedCollection[]> {
  return listCollections(db, {
    personId,
    filter: sql<boolean>`id in (select collection_id from favourite_collections where person_id = ${personId})
      and (owner_id = ${personId} or id in (${selectSharedCollections(personId)})) and trashed_by is null`,
    orderBy: sql`updated_at desc, id`,
    ...toPageRange(page),
  })
}

/** Returns one collection in the form of a list entry. */
export async function listOne(
  db: Queries,
  personId: string,
  id: string,
): Promise<ListedCollection | undefined> {
  const filter = sql<boolean>`id = ${id}`
  return (await listCollections(db, { personId, filter, orderBy: sql`id`, limit: 1, offset: 0 }))[0]
}

/** Returns collections by their ids, in the order of their names. */
export async function listByIds(
  db: Queries,
  personId: string,
  ids: readonly string[],
  limit: number,
): Promise<ListedCollection[]> {
  const filter = inList(db, 'id', ids)
  return listCollections(db, {
    personId,
    filter,
    orderBy: sql`sort_key, name_key, id`,
    limit: limit,
    offset: 0,
  })
}
