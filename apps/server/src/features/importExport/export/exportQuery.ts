import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import type { CollectionRow } from '../../../db/tables/libraryTables.ts'
import { countRows, readNumbers } from '../../../db/statements/readRow.ts'
import { selectDescendants } from '../../collections/subtreeQuery.ts'
import { getPosition, isAfter, positionOf } from '../../links/lists/linkOrderStore.ts'
import { byDate, type ListedLink, listFavouriteTimes, listLinks } from '../../links/store.ts'
import { notesOfLinks } from '../../links/words/noteStore.ts'

export interface ExportedFolder extends Pick<
  CollectionRow,
  | 'id'
  | 'name'
  | 'descr'
  | 'position'
  | 'created_at'
  | 'updated_at'
  | 'enc_id'
  | 'hide_tags'
  | 'cover_link_id'
  | 'read_level'
  | 'enable_sugg'
> {
  /** The root itself is not exported. */
  parent_id: string
  /** When the reader marked it as a favourite; null for no favourite. */
  favourite_at: number | null
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
    select c.id, c.parent_id, c.name, c.descr, c.position, c.created_at, c.updated_at, c.enc_id, c.hide_tags, c.cover_link_id,
      c.read_level, c.enable_sugg, f.created_at as favourite_at
    from collections c
    left join favourite_collections f on f.collection_id = c.id and f.person_id = ${readerId}
    where c.owner_id = ${ownerId} and c.trashed_by is null and c.parent_id is not null ${inside}
    order by c.position, c.created_at, c.id`.execute(db)
  return Map.groupBy(rows, row => row.parent_id)
}

/**
 * Returns the names of a person's tags, as lists show them.
 * @param isUnused only those that no live link has, at most as many as are read back
 */
export async function tagNames(db: Queries, ownerId: string, isUnused = false): Promise<string[]> {
  const rows = await db
    .selectFrom('tags')
    .select('name')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('sort_key')
    .orderBy('seq')
    .$if(isUnused, query => query.where('links', '=', 0).limit(10_000))
    .execute()
  return rows.map(row => row.name)
}

/** Returns the number of a person's encrypted links, without the trash: a bookmark file has no place for them. */
export function countEncryptedLeftOut(db: Queries, ownerId: string): Promise<number> {
  return countRows(
    db,
    sql`select 1 from links l join collections c on c.id = l.collection_id
      where l.owner_id = ${ownerId} and l.key_id is not null and l.trashed_at is null and c.trashed_by is null`,
  )
}

/** Returns whether a collection is the root of a library. */
export async function isLibraryRoot(db: Queries, id: string): Promise<boolean> {
  const row = await db.selectFrom('collections').select('parent_id').where('id', '=', id).executeTakeFirst()
  return row?.parent_id === null
}

/** The number of links of a file, of the encrypted ones that it leaves out, and of stored articles. */
export interface ExportCounts {
  links: number
  encrypted: number
  articles: number
}

/**
 * Counts the links of an opened set.
 * @param rows `from … where …` that selects them as x
 * @param except the ids of those to leave out
 */
export function countExportedSet(
  db: Queries,
  rows: RawBuilder<unknown>,
  except: readonly string[] = [],
): Promise<ExportCounts> {
  const without = except.length === 0 ? sql`` : sql`and not (${inList(db, 'x.id', except)})`
  return readNumbers(
    db,
    sql<Record<'links' | 'encrypted' | 'articles', number>>`select
      sum(case when x.key_id is null then 1 else 0 end) as links,
      sum(case when x.key_id is null then 0 else 1 end) as encrypted,
      sum(case when x.key_id is null and exists (
        select 1 from files f where f.link_id = x.id and f.kind = 'reader') then 1 else 0 end) as articles
      ${rows} ${without}`,
  )
}

/** Counts links by their ids, without those in the trash. */
export function countExportedLinks(db: Queries, ids: readonly string[]): Promise<ExportCounts> {
  return countExportedSet(db, sql`from links x where ${inList(db, 'x.id', ids)} and x.trashed_at is null`)
}

/** The last link of a part of a collection's manual order. */
type OrderCursor = Pick<ListedLink, 'position' | 'created_at' | 'seq'>

export interface ExportedLink extends ListedLink {
  /** The reader's private note; null when there is none. */
  note: string | null
  /** When the reader marked it as a favourite; null for no favourite. */
  favourite_at: number | null
}

/**
 * Returns the next live links of a collection in its manual order, with the reader's marks and notes.
 * @param after the last link so far: an offset would cost more with each page; encrypted links only on request, because
 * most formats have no place for envelopes
 */
async function linksAfter(
  db: Queries,
  readerId: string,
  collectionId: string,
  { after, limit, withEncrypted }: { after: OrderCursor | undefined; limit: number; withEncrypted: boolean },
): Promise<ExportedLink[]> {
  const clear = withEncrypted ? sql`` : sql`and key_id is null`
  const rest = after ? sql`and ${isAfter({ seq: after.seq, position: getPosition(after) })}` : sql``
  const rows = await listLinks(db, {
    personId: readerId,
    seqs: sql`select seq from links where collection_id = ${collectionId} and trashed_at is null ${clear} ${rest}
      order by ${positionOf()}, seq limit ${limit}`,
    orderBy: sql`${positionOf('l.')}, l.seq`,
  })
  return withMarks(db, readerId, rows)
}

const linksAtOnce = 500

/** Yields the links of `linksAfter` from the first one on, some hundred at a time. @param most how many at most */
export async function* linksOfCollection(
  db: Queries,
  readerId: string,
  collectionId: string,
  { withEncrypted = false, most = Infinity }: { withEncrypted?: boolean; most?: number } = {},
): AsyncGenerator<ExportedLink[]> {
  let after: ExportedLink | undefined
  for (let left = most; left > 0;) {
    const limit = Math.min(left, linksAtOnce)
    const rows = await linksAfter(db, readerId, collectionId, { after, limit, withEncrypted })
    if (rows.length > 0) yield rows
    left -= rows.length
    after = rows.at(-1)
    if (!after || rows.length < limit) return
  }
}

/** Returns links in plain text by their sequence numbers, the oldest first, with the reader's marks and notes. */
export async function exportedLinksOf(
  db: Queries,
  readerId: string,
  seqs: readonly number[],
): Promise<ExportedLink[]> {
  if (seqs.length === 0) return []
  const rows = await listLinks(db, {
    personId: readerId,
    seqs: sql`select seq from links where ${inList(db, 'seq', seqs)} and key_id is null`,
    orderBy: byDate(2, 'l.'),
  })
  return withMarks(db, readerId, rows)
}

/** Returns the sequence numbers of live links in plain text, the oldest first. */
export async function plainSeqsOf(db: Queries, ids: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('links')
    .select('seq')
    .where(inList(db, 'id', ids))
    .where('key_id', 'is', null)
    .where('trashed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('seq')
    .execute()
  return rows.map(row => row.seq)
}

async function withMarks(
  db: Queries,
  readerId: string,
  rows: readonly ListedLink[],
): Promise<ExportedLink[]> {
  const ids = rows.map(row => row.id)
  const notes = await notesOfLinks(db, readerId, ids)
  const marks = await listFavouriteTimes(db, readerId, ids)
  return rows.map(row => ({
    ...row,
    note: notes.get(row.id)?.note ?? null,
    favourite_at: marks.get(row.id) ?? null,
  }))
}
