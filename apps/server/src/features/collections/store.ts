import { limits } from '@nestmark/core/limits'
import { foldText } from '@nestmark/core/words/searchTerms'
import { toNameSortKey } from '@nestmark/core/words/sortKeys'
import { type RawBuilder, sql } from 'kysely'
import type { Granted } from '../../access/grant.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { containsText, inList, jsonArray, joinNewestPictures, selectDescendants } from '../../db/dialect.ts'
import { limitClause } from '../../db/statements/limitClause.ts'
import type { CollectionRow } from '../../db/tables/libraryTables.ts'
import { countRows, readRow, hasRow } from '../../db/statements/readRow.ts'
import { nextPosition } from './lists/orderStore.ts'
import type { LinkCounts } from './subtreeQuery.ts'

/** The number of pictures on a collection card. */
export const picturesShown = 3
/**
 * The maximum number of collections in a subtree that are searched for pictures, so that a page of cards has the same
 * cost above any tree.
 */
const maxSearched = 100

export interface ListedCollection extends CollectionRow {
  is_favourite: number
  /** JSON array of picture ids. */
  pictures: string
  /** The picture of the cover, null where it has none. */
  cover_picture: string | null
}

interface ListWhere {
  personId: string
  filter: RawBuilder<boolean>
  orderBy: RawBuilder<unknown>
  limit: number
  offset: number
}

/** Returns one page of collections with their newest pictures, in one statement. */
export async function listCollections(db: Queries, where: ListWhere): Promise<ListedCollection[]> {
  const { rows } = await sql<ListedCollection>`
    select c.*, case when f.collection_id is null then 0 else 1 end as is_favourite,
      ${jsonArray(
        db,
        'picture_id',
        sql`select x.picture_id from (${selectDescendants(db, { root: sql`c.id`, updatedAt: sql`c.updated_at`, max: maxSearched })}) b
          ${joinNewestPictures(db, sql`b.id`, picturesShown)}
          order by x.created_at desc ${limitClause(picturesShown, 0)}`,
      )} as pictures,
      (select l.picture_id from links l where l.id = c.cover_link_id and l.collection_id = c.id
        and l.trashed_at is null) as cover_picture
    from (select * from collections where ${where.filter} order by ${where.orderBy}
      ${limitClause(where.limit, where.offset)}) c
    left join favourite_collections f on f.collection_id = c.id and f.person_id = ${where.personId}
    order by ${where.orderBy}`.execute(db)
  return rows
}

export const countCollections = (db: Queries, filter: RawBuilder<boolean>): Promise<number> =>
  countRows(db, sql`select 1 from collections where ${filter}`)

/**
 * Returns the condition for the sub-collections of a live collection, or for those that are hidden with a trashed one;
 * optionally only those whose name contains the text.
 */
export function subcollectionFilter(
  db: Queries,
  parent: Pick<CollectionRow, 'id' | 'trashed_by'>,
  input: string,
): RawBuilder<boolean> {
  const text = foldText(input.trim())
  const state = parent.trashed_by === null ? sql`is null` : sql`= ${parent.trashed_by}`
  const inside = sql<boolean>`parent_id = ${parent.id} and trashed_by ${state}`
  return text ? sql<boolean>`${inside} and ${containsText(db, 'name_key', text)}` : inside
}

export interface Ancestor extends Pick<CollectionRow, 'id' | 'name' | 'parent_id'> {
  level: number
}

/** Limits the traversal of a tree with a cycle caused by damage. */
const maxLevels = sql.lit(2 * limits.collectionDepth)

/**
 * Returns the path from the root to each of the collections, themselves included; level 0 is the collection itself.
 */
export async function readAncestors(db: Queries, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<Ancestor & { of: string }>`
    with recursive up(of, id, name, parent_id, level) as (
      select id, id, name, parent_id, 0 from collections where ${inList(db, 'id', ids)}
      union all
      select up.of, c.id, c.name, c.parent_id, up.level + 1 from up join collections c on c.id = up.parent_id
      where up.level < ${maxLevels}
    )
    select * from up order by of, level desc`.execute(db)
  return rows
}

export interface TreeRow extends Pick<CollectionRow, 'id' | 'parent_id' | 'name'>, LinkCounts {
  read_level?: number
  /** Whether it has a key; 1 or 0 on SQLite. */
  is_encrypted: boolean | number
}

/** Returns every live collection of a person, in manual order if there is one, else by name. */
export async function treeRows(db: Queries, ownerId: string): Promise<TreeRow[]> {
  return db
    .selectFrom('collections')
    .select(['id', 'parent_id', 'name', 'n1', 'n2', 'n3', 'n4', 'n5', 'read_level'])
    .select(sql<boolean | number>`enc_id is not null`.as('is_encrypted'))
    .where('owner_id', '=', ownerId)
    .where('trashed_by', 'is', null)
    .orderBy('position')
    .orderBy('sort_key')
    .orderBy('name_key')
    .orderBy('id')
    .execute()
}

/** Returns the member ids of each of a person's shared collections. */
export async function readMembers(db: Queries, ownerId: string): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('shares')
    .select(['collection_id', 'person_id'])
    .where('owner_id', '=', ownerId)
    .execute()
  const members = new Map<string, Set<string>>()
  for (const row of rows)
    members.set(row.collection_id, (members.get(row.collection_id) ?? new Set()).add(row.person_id))
  return members
}

/**
 * Increments the parent's number of sub-collections. Returns false, without a change, when the parent is trashed or
 * deleted.
 */
export async function openForChild(
  tx: Tx,
  _granted: Granted<'collections.add'>,
  parentId: string,
  now: number,
) {
  const done = await tx
    .updateTable('collections')
    .set({ folder_count: sql`folder_count + 1`, updated_at: now })
    .where('id', '=', parentId)
    .where('trashed_by', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Inserts a new collection, after its siblings when they have a manual order. */
export async function insertCollection(tx: Tx, _granted: Granted<'collections.add'>, row: CollectionRow) {
  const position = row.parent_id === null ? 0 : nextPosition(row.parent_id)
  await tx
    .insertInto('collections')
    .values({ ...row, position })
    .execute()
}

export async function writeCollection(
  tx: Tx,
  _granted: Granted<'collections.edit'>,
  id: string,
  change: { name?: string; desc?: string; cover?: string | null; hide_tags?: number },
  now: number,
): Promise<void> {
  await tx
    .updateTable('collections')
    .set({
      ...(change.name === undefined
        ? {}
        : { name: change.name, name_key: foldText(change.name), sort_key: toNameSortKey(change.name) }),
      ...(change.desc === undefined ? {} : { descr: change.desc }),
      ...(change.cover === undefined ? {} : { cover_link_id: change.cover }),
      ...(change.hide_tags === undefined ? {} : { hide_tags: change.hide_tags }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Returns whether a link is directly inside a collection, not trashed, and has a picture. */
export async function canBeCover(tx: Tx, collectionId: string, linkId: string): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('links')
      .where('id', '=', linkId)
      .where('collection_id', '=', collectionId)
      .where('trashed_at', 'is', null)
      .where('picture_id', 'is not', null),
  )
}

export async function setParent(
  tx: Tx,
  _granted: Granted<'collections.move'>,
  ids: readonly string[],
  parent: string,
) {
  await sql`update collections set parent_id = ${parent}, position = ${nextPosition(parent)} where ${inList(tx, 'id', ids)}`.execute(
    tx,
  )
}

/** Returns the number of levels below the deepest of these collections, 0 when they have no sub-collections. */
export async function readHeight(tx: Queries, ids: readonly string[]): Promise<number> {
  const { height } = await readRow(
    tx,
    sql<{ height: number }>`
    with recursive down(id, level) as (
      select id, 0 from collections where ${inList(tx, 'id', ids)}
      union all
      select c.id, down.level + 1 from down join collections c on c.parent_id = down.id where down.level < ${maxLevels}
    )
    select coalesce(max(level), 0) as height from down`,
  )
  return height
}

export async function setFavouriteCollection(
  tx: Tx,
  _granted: Granted<'collections.favourite'>,
  personId: string,
  collectionId: string,
  favourite: boolean,
  now: number,
): Promise<void> {
  if (favourite)
    await tx
      .insertInto('favourite_collections')
      .values({ person_id: personId, collection_id: collectionId, created_at: now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else
    await tx
      .deleteFrom('favourite_collections')
      .where('person_id', '=', personId)
      .where('collection_id', '=', collectionId)
      .execute()
}

/** Sets the time of a collection's last change. */
export async function setUpdatedAt(tx: Tx, id: string, at: number): Promise<void> {
  await tx.updateTable('collections').set({ updated_at: at }).where('id', '=', id).execute()
}

/** Returns the live sub-collections, optionally only those whose name contains the text. */
export async function idsInside(db: Queries, parentId: string, input: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from collections
    where ${subcollectionFilter(db, { id: parentId, trashed_by: null }, input)}`.execute(db)
  return rows.map(row => row.id)
}

/** Returns the top-level collections in a person's trash, the last trashed first. */
export async function trashedTops(db: Queries, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('collections')
    .select('id')
    .where('owner_id', '=', personId)
    .where('trashed_at', 'is not', null)
    .orderBy('trashed_at', 'desc')
    .execute()
  return rows.map(row => row.id)
}
