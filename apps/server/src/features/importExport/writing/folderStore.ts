import { foldText } from '@nestmark/core/words/searchTerms'
import { toNameSortKey } from '@nestmark/core/words/sortKeys'
import { pluck } from '@nestmark/core/pluck'
import { sql } from 'kysely'
import { bulkRows, newRows } from '../../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import { addToFolderCounts } from '../../collections/countersStore.ts'

export interface NewFolder {
  id: string
  parent: string
  name: string
  desc: string
  createdAt: number
  /** The last change, by the file. Links of the same import do not change it. */
  changedAt: number
  position: number
  /** When it became a favourite of the owner, in milliseconds since 1970; null when it is none. */
  favouriteAt: number | null
  /** The row of the file with its name. */
  row: number
}

/** Returns the live sub-collections of a collection, in the order in which a file would list them. */
export async function foldersInside(db: Queries, parentId: string, withKeys: boolean) {
  return db
    .selectFrom('collections')
    .select(['id', 'name'])
    .where('parent_id', '=', parentId)
    .where('trashed_by', 'is', null)
    .$if(!withKeys, query => query.where('enc_id', 'is', null))
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The last changes of collections, with their ids. */
export type ChangeDates = readonly (readonly [id: string, changedAt: number])[]

/** Returns the last changes of those of these collections that an import has created, also before a restart. */
export async function readCreatedDates(tx: Tx, jobId: string, ids: readonly string[]): Promise<ChangeDates> {
  const rows = await tx
    .selectFrom('undo_collections as u')
    .innerJoin('collections as c', 'c.id', 'u.collection_id')
    .select(['c.id', 'c.updated_at'])
    .where('u.undo_id', '=', jobId)
    .where(inList(tx, 'u.collection_id', ids))
    .execute()
  return rows.map(row => [row.id, row.updated_at])
}

/** Sets the last changes of collections. */
export async function setChangeDates(tx: Tx, dates: ChangeDates): Promise<void> {
  if (dates.length === 0) return
  // The ids are repeated as a plain list, as in `countInBatch`.
  await sql`update collections set updated_at = d.at
    from (with d(id, at) as (${bulkRows(
      tx,
      ['text', 'int'],
      dates.map(each => [...each]),
    )}) select * from d) d
    where collections.id = d.id and ${inList(tx, 'collections.id', pluck(dates, 0))}`.execute(tx)
}

/** Writes the collections created by a `FolderMap`, parents first. */
export async function writeFolders(tx: Tx, ownerId: string, made: readonly NewFolder[]): Promise<void> {
  if (made.length === 0) return
  const rows = made.map(each => [
    each.id,
    ownerId,
    each.parent,
    each.name,
    foldText(each.name),
    toNameSortKey(each.name),
    each.desc,
    each.position,
    each.createdAt,
    each.changedAt,
  ])
  await sql`insert into collections (id, owner_id, parent_id, name, name_key, sort_key, descr, position, created_at, updated_at)
    ${newRows(tx, ['text', 'text', 'text', 'text', 'text', 'text', 'text', 'int', 'int', 'int'], rows)}`.execute(
    tx,
  )
  const favourites = made.flatMap(({ id, favouriteAt: at }) => (at === null ? [] : [[ownerId, id, at]]))
  if (favourites.length > 0)
    await sql`insert into favourite_collections (person_id, collection_id, created_at)
      ${newRows(tx, ['text', 'text', 'int'], favourites)}`.execute(tx)
  const counts = new Map<string, number>()
  for (const { parent } of made) counts.set(parent, (counts.get(parent) ?? 0) + 1)
  await addToFolderCounts(tx, counts)
}
