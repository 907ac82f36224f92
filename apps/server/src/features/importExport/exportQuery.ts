import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import type { CollectionRow } from '../../db/libraryTables.ts'
import { readRow } from '../../db/readRow.ts'
import { selectDescendants } from '../collections/subtreeQuery.ts'
import { byDate, type ListedLink, listLinks } from '../links/store.ts'

export interface ExportedFolder extends Pick<
  CollectionRow,
  'id' | 'name' | 'descr' | 'created_at' | 'updated_at' | 'enc_id' | 'cover_link_id'
> {
  /** The root itself is not exported. */
  parent_id: string
  fav: number
}

/**
 * Returns live collections by their parents, each in manual order, else the oldest first: those of a person, or those
 * of one collection with itself and all its descendants.
 */
export async function foldersByParent(
  db: Queries,
  { ownerId, readerId, top }: { ownerId: string; readerId: string; top?: string },
): Promise<Map<string, ExportedFolder[]>> {
  const inside =
    top === undefined ? sql`` : sql`and c.id in (${selectDescendants({ id: top, trashed_by: null })})`
  const { rows } = await sql<ExportedFolder>`
    select c.id, c.parent_id, c.name, c.descr, c.created_at, c.updated_at, c.enc_id, c.cover_link_id,
      case when f.person_id is null then 0 else 1 end as fav
    from collections c
    left join favourite_collections f on f.collection_id = c.id and f.person_id = ${readerId}
    where c.owner_id = ${ownerId} and c.trashed_by is null and c.parent_id is not null ${inside}
    order by c.position, c.created_at, c.id`.execute(db)
  return Map.groupBy(rows, row => row.parent_id)
}

/** Returns the person's tags that no live link has, by name, at most as many as are read back. */
export async function unusedTags(db: Queries, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tags')
    .select('name')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('links', '=', 0)
    .orderBy('sort_key')
    .orderBy('seq')
    .limit(10_000)
    .execute()
  return rows.map(row => row.name)
}

/** Returns the number of a person's encrypted links, without the trash: a bookmark file has no place for them. */
export async function countEncryptedLeftOut(db: Queries, ownerId: string): Promise<number> {
  const { n } = await readRow(
    db,
    sql<{ n: string | number }>`select count(*) as n from links l join collections c on c.id = l.collection_id
      where l.owner_id = ${ownerId} and l.key_id is not null and l.trashed_at is null and c.trashed_by is null`,
  )
  return Number(n)
}

export interface ExportedLink extends ListedLink {
  /** The reader's private note; null when there is none. */
  note: string | null
}

/**
 * Returns the next live links of a collection, the oldest first, with the reader's marks and notes.
 * @param after the last link so far: an offset would cost more with each page; encrypted links only on request, because
 * most formats have no place for envelopes
 */
export async function linksAfter(
  db: Queries,
  readerId: string,
  collectionId: string,
  {
    after,
    limit,
    withEncrypted = false,
  }: {
    after: Pick<ListedLink, 'created_at' | 'seq'> | undefined
    limit: number
    withEncrypted?: boolean
  },
): Promise<ExportedLink[]> {
  const clear = withEncrypted ? sql`` : sql`and key_id is null`
  const rest = after ? sql`and (created_at, seq) > (${after.created_at}, ${after.seq})` : sql``
  const rows = await listLinks(db, {
    personId: readerId,
    seqs: sql`select seq from links where collection_id = ${collectionId} and trashed_at is null ${clear} ${rest}
      order by ${byDate(2)} limit ${limit}`,
    orderBy: byDate(2, 'l.'),
  })
  const ids = rows.map(row => row.id)
  const notes = await db
    .selectFrom('link_notes')
    .select(['link_id', 'note'])
    .where('person_id', '=', readerId)
    .where(inList(db, 'link_id', ids))
    .execute()
  const noteOf = new Map(notes.map(each => [each.link_id, each.note]))
  return rows.map(row => ({ ...row, note: noteOf.get(row.id) ?? null }))
}
