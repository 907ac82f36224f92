import { foldText } from '@nestmark/core/words/searchTerms'
import { toNameSortKey } from '@nestmark/core/words/sortKeys'
import { type Selectable, sql, type Updateable, type RawBuilder } from 'kysely'
import { selectSharedCollections } from '../../access/roles.ts'
import type { Queries, Tx } from '../../db/db.ts'
import type { CollectionRow } from '../../db/tables/libraryTables.ts'
import type { PersonRow } from '../../db/tables/tables.ts'
import { joinedFirst, joinInOrder } from '../../db/dialect.ts'

export async function findPerson(db: Queries, id: string): Promise<Selectable<PersonRow> | undefined> {
  return db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst()
}

interface NewPerson {
  id: string
  plan: number
  rootId: string
  firstId: string
  rootName: string
  firstFolder: string
  now: number
}

/**
 * The panel of the first steps, two of them, and the samples, as announcements: what is done or hidden is removed from the
 * list.
 */
const firstRunSteps = [
  'first-run',
  'first-run-import',
  'first-run-browse',
  'sample-article',
  'sample-picture',
  'sample-video',
  'sample-audio',
]

export async function insertPerson(tx: Tx, person: NewPerson): Promise<void> {
  const { id, plan, rootId, firstId, rootName, firstFolder, now } = person
  await tx
    .insertInto('people')
    .values({
      id,
      plan,
      root_id: rootId,
      theme: 0,
      view_links: 1,
      view_folders: 4,
      load_links: 1,
      clipboard_access: null,
      last_folder: null,
      last_category: 3,
      announcements: JSON.stringify(firstRunSteps),
      created_at: now,
    })
    .execute()
  const root = newCollectionRow({ id: rootId, owner_id: id, parent_id: null, name: rootName }, now)
  const first = newCollectionRow({ id: firstId, owner_id: id, parent_id: rootId, name: firstFolder }, now)
  for (const row of [{ ...root, folder_count: 1 }, first])
    await tx.insertInto('collections').values(row).execute()
}

/** Returns the row of a new collection, which is empty. */
export function newCollectionRow(
  {
    descr = '',
    ...given
  }: Pick<CollectionRow, 'id' | 'owner_id' | 'parent_id' | 'name'> & { descr?: string },
  now: number,
): CollectionRow {
  return {
    ...given,
    name_key: foldText(given.name),
    sort_key: toNameSortKey(given.name),
    descr,
    n1: 0,
    n2: 0,
    n3: 0,
    n4: 0,
    n5: 0,
    folder_count: 0,
    position: 0,
    created_at: now,
    updated_at: now,
    trashed_at: null,
    trashed_by: null,
    read_level: 0,
    enable_sugg: 0,
    cover_link_id: null,
    enc_id: null,
    hide_tags: 0,
  }
}

/** Updates settings of a person; undefined fields are unchanged. */
export async function updatePerson(tx: Tx, id: string, change: Updateable<PersonRow>): Promise<void> {
  await tx.updateTable('people').set(change).where('id', '=', id).execute()
}

/** Returns the ids of a person's favourites that the person may still see, newest first, without the trash. */
export async function favouriteIds(db: Queries, personId: string) {
  const shared = selectSharedCollections(personId)
  const [links, collections] = await Promise.all([
    sql<{ id: string }>`select x.id from ${selectFavouriteLinks(db, personId)}
      where x.trashed_at is null and (x.owner_id = ${personId} or x.collection_id in (${shared}))
        and exists (select 1 from collections c where c.id = x.collection_id and c.trashed_by is null)
      order by x.marked_at desc`.execute(db),
    sql<{
      id: string
    }>`select f.collection_id as id from favourite_collections f join collections c on c.id = f.collection_id
      where f.person_id = ${personId} and c.trashed_by is null and (c.owner_id = ${personId} or c.id in (${shared}))
      order by f.created_at desc`.execute(db),
  ])
  return { links: links.rows.map(row => row.id), collections: collections.rows.map(row => row.id) }
}

/** Returns the source of a person's favourite links, named x, with the time of the mark as `x.marked_at`. */
export function selectFavouriteLinks(db: Queries, personId: string): RawBuilder<unknown> {
  const rows = sql`select l.*, f.created_at as marked_at
    from favourite_links f ${joinInOrder(db)} links l on l.id = f.link_id where f.person_id = ${personId}`
  return joinedFirst(db, rows, 'x')
}
