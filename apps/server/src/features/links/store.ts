import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Granted } from '../../access/grant.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { forceIndex, inList, jsonRows } from '../../db/dialect.ts'
import { linkColumns, type LinkRow } from '../../db/tables/libraryTables.ts'
import { readRow } from '../../db/statements/readRow.ts'
import { listedFileColumns } from '../uploads/presentFiles.ts'
import { countLinksOfTags } from '../tags/store.ts'
import { positionAt } from './lists/linkOrderStore.ts'

const unlisted = ['compare_key', 'request_key', 'title_key', 'host_key', 'tagless_at', 'kept_at'] as const

export interface ListedLink extends Omit<Selectable<LinkRow>, (typeof unlisted)[number]> {
  is_favourite: number
  /** Pixels. */
  picture_width: number | null
  picture_height: number | null
  collection_name: string
  /** JSON: the files, as `listedFileColumns` has them, in any order; read it with `presentFiles`. */
  files: string
  /** JSON: [[position, id, name], …] in any order; read it with `parseTags`. */
  tags: string
}

export interface LinkList {
  personId: string
  /** A subquery that returns the `seq` of one page. */
  seqs: RawBuilder<unknown>
  orderBy: RawBuilder<unknown>
  /** Additional columns of each row, selected from the subquery `p`. */
  beside?: RawBuilder<unknown>
  /** The collection's name when all links are in the same one; saves a lookup per row. */
  collectionName?: string
}

const columns = sql.raw(
  linkColumns
    .filter(column => !unlisted.some(each => each === column))
    .map(column => `l.${column}`)
    .join(', '),
)

/** Returns the links of a page with tags, favourite mark and collection, in one statement. */
export async function listLinks(db: Queries, list: LinkList): Promise<ListedLink[]> {
  return (await linkList(db, list).execute(db)).rows
}

/** Returns the statement that reads a page of links. */
export function linkList(
  db: Queries,
  { personId, seqs, orderBy, beside, collectionName }: LinkList,
): RawBuilder<ListedLink> {
  const pairs = jsonRows(db, 'lt.position, t.id, t.name')
  const files = jsonRows(db, listedFileColumns)
  const one = collectionName !== undefined
  return sql<ListedLink>`
    select ${columns}, pic.width as picture_width, pic.height as picture_height, ${one ? sql`${collectionName}` : sql`c.name`} as collection_name, case when f.link_id is null then 0 else 1 end as is_favourite,
      (select ${pairs} from link_tags lt join tags t on t.seq = lt.tag_seq and t.deleted_at is null where lt.link_seq = l.seq) as tags,
      case when l.file_bytes is null then '[]' else (select ${files} from files f join blobs b on b.id = f.blob_id where f.link_id = l.id) end as files${beside ? sql`, ${beside}` : sql``}
    from (${seqs}) p
    join links l on l.seq = p.seq
    ${one ? sql`` : sql`join collections c on c.id = l.collection_id`}
    left join pictures pic on pic.id = l.picture_id
    left join favourite_links f on f.link_id = l.id and f.person_id = ${personId}
    order by ${orderBy}`
}

/**
 * Returns the tags of a listed link in their order. Sorts here, because a sort per link is expensive in the database.
 */
export function parseTags({ tags }: Pick<ListedLink, 'tags'>): { _id: string; name: string }[] {
  if (tags === '[]') return []
  return (JSON.parse(tags) as [number, string, string][])
    .sort(([a], [b]) => a - b)
    .map(([, _id, name]) => ({ _id, name }))
}

/** Returns the sort order by date, newest (1) or oldest (2) first. The sequence number breaks ties. */
export function byDate(order: 1 | 2, of = ''): RawBuilder<unknown> {
  const direction = order === 1 ? 'desc' : 'asc'
  return sql.raw(`${of}created_at ${direction}, ${of}seq ${direction}`)
}

/**
 * Returns the condition for links of a person whose collection is not in the trash. A person without trashed collections,
 * the common case, costs one check instead of one per link; others cost the trashed collections, which are few. The planner
 * of PostgreSQL may read everything that the condition of a subquery selects: here nothing of other people.
 */
export function isNotHidden(ownerId: string, collectionId: RawBuilder<unknown>): RawBuilder<boolean> {
  const trashed = sql`from collections t where t.owner_id = ${ownerId} and t.trashed_at is not null`
  return sql<boolean>`(not exists (select 1 ${trashed}) or ${collectionId} not in (
    select h.id from collections h where h.trashed_by in (select t.id ${trashed})))`
}

/**
 * Returns the source of a person's live links with an address, by its key, as `x`. Repeats the expression of the
 * index, which contains only a prefix of the key.
 */
export function withSameAddress(
  db: Queries,
  ownerId: string,
  key: string,
  except?: string,
): RawBuilder<unknown> {
  return sql`from links x ${forceIndex(db, 'links_by_address')} where x.owner_id = ${ownerId} and substr(x.compare_key, 1, 200) = ${key.slice(0, 200)}
    and x.compare_key <> '' and x.compare_key = ${key} and x.trashed_at is null
    and ${isNotHidden(ownerId, sql`x.collection_id`)} ${except ? sql`and x.id <> ${except}` : sql``}`
}

/** Returns the highest sequence number of a link, or 0 when there is none. Later links have higher numbers. */
export async function lastLink(db: Queries): Promise<number> {
  const { seq } = await readRow(db, sql<{ seq: number | null }>`select max(seq) as seq from links`)
  return seq ?? 0
}

/** Updates a link and increments its version. */
export async function writeLink(
  tx: Tx,
  _granted: Granted<'links.edit'>,
  seq: number,
  change: Partial<Omit<Selectable<LinkRow>, 'seq' | 'id' | 'owner_id' | 'version'>>,
): Promise<void> {
  await tx
    .updateTable('links')
    .set({ ...change, version: sql`version + 1` })
    .where('seq', '=', seq)
    .execute()
}

/** Increments the version of links whose tags have changed. */
export async function countVersions(tx: Tx, seqs: readonly number[], now: number): Promise<void> {
  await sql`update links set version = version + 1, updated_at = ${now} where ${inList(tx, 'seq', seqs)}`.execute(
    tx,
  )
}

export async function setCollection(
  tx: Tx,
  _granted: Granted<'links.move'>,
  seqs: readonly number[],
  to: { id: string; ownerId: string },
  now: number,
): Promise<void> {
  // Last in the manual order there, like a new link.
  await sql`update links set collection_id = ${to.id}, owner_id = ${to.ownerId}, updated_at = ${now}, version = version + 1,
      position = case when collection_id = ${to.id} then position else ${positionAt(now)} end
    where ${inList(tx, 'seq', seqs)}`.execute(tx)
}

/** Sets the collection of each link, among those of the same owner. */
export async function setCollections(
  tx: Tx,
  _granted: Granted<'links.move'>,
  targets: readonly (readonly [seq: number, collectionId: string])[],
  now: number,
): Promise<void> {
  if (targets.length === 0) return
  await sql`update links set collection_id = d.place, updated_at = ${now}, version = version + 1
    from (with d(seq, place) as (${bulkRows(tx, ['int', 'text'], targets)}) select * from d) d
    where links.seq = d.seq`.execute(tx)
}

/** Moves each link to the trash with its own date. */
export async function setTrashedAt(
  tx: Tx,
  _granted: Granted<'links.trash'>,
  dates: readonly (readonly [seq: number, at: number])[],
): Promise<void> {
  if (dates.length === 0) return
  await sql`update links set trashed_at = d.at, version = version + 1
    from (with d(seq, at) as (${bulkRows(tx, ['int', 'int'], dates)}) select * from d) d
    where links.seq = d.seq`.execute(tx)
}

export async function setTrashed(
  tx: Tx,
  _granted: Granted<'links.trash'>,
  seqs: readonly number[],
  at: number | null,
): Promise<void> {
  if (seqs.length === 0) return
  await sql`update links set trashed_at = ${at}, version = version + 1 where ${inList(tx, 'seq', seqs)}`.execute(
    tx,
  )
}

/** Adds favourite marks with these dates; existing marks are unchanged. */
export async function addFavourites(
  tx: Tx,
  _granted: Granted<'links.favourite'>,
  personId: string,
  marks: readonly (readonly [linkId: string, at: number])[],
): Promise<void> {
  if (marks.length === 0) return
  const rows = marks.map(([id, at]) => [personId, id, at])
  await sql`insert into favourite_links (person_id, link_id, created_at)
    ${bulkRows(tx, ['text', 'text', 'int'], rows)} on conflict do nothing`.execute(tx)
}

export async function dropFavourites(tx: Tx, personId: string, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length > 0)
    await sql`delete from favourite_links where person_id = ${personId} and ${inList(tx, 'link_id', linkIds)}`.execute(
      tx,
    )
}

/** Updates the counters of all tags of links that appear (1) or disappear (-1). */
export async function countTagsOfLinks(tx: Tx, seqs: readonly number[], by: 1 | -1): Promise<void> {
  await countLinksOfTags(tx, sql`select seq from links where ${inList(tx, 'seq', seqs)}`, by)
}

/** Returns the root collection of each person. */
export async function readRoots(db: Queries, personIds: readonly string[]): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('people')
    .select(['id', 'root_id'])
    .where(inList(db, 'id', [...new Set(personIds)]))
    .execute()
  return new Map(rows.map(row => [row.id, row.root_id]))
}

/** Returns the links that the person has marked, with the time of the mark. */
export async function listFavouriteTimes(
  db: Queries,
  personId: string,
  linkIds: readonly string[],
): Promise<Map<string, number>> {
  if (linkIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('favourite_links')
    .select(['link_id', 'created_at'])
    .where('person_id', '=', personId)
    .where(inList(db, 'link_id', linkIds))
    .execute()
  return new Map(rows.map(row => [row.link_id, row.created_at]))
}

/** Returns the links that a request has created, in the order of its keys. */
export async function linksOfRequest(
  db: Queries,
  ownerId: string,
  keys: readonly string[],
): Promise<{ seq: number; id: string }[]> {
  const rows = await db
    .selectFrom('links')
    .select(['seq', 'id', 'request_key'])
    .where('owner_id', '=', ownerId)
    .where(inList(db, 'request_key', keys))
    .execute()
  const findKeyIndex = (row: (typeof rows)[number]) => keys.findIndex(key => key === row.request_key)
  return rows.sort((a, b) => findKeyIndex(a) - findKeyIndex(b))
}
