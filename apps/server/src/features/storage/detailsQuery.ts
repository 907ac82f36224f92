import type { StoredSet, StoredKind } from '@nestmark/contract/storage'
import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { encryptedCategory } from '../../db/tables/fileTables.ts'
import { readRow, countRows } from '../../db/statements/readRow.ts'
import { isCopy, isInSet, isLive, isCapture, isVersion, kindsOfStored } from './storedFileQuery.ts'
import { selectDescendants } from '../collections/subtreeQuery.ts'

/** Files in plain text and copies of pages, by category. */
export interface CategoryUse {
  category: number
  files: number
  copies: number
}

const filesOf = (ownerId: string) => sql`files f join links l on l.id = f.link_id
  join collections c on c.id = l.collection_id where f.owner_id = ${ownerId}`

export async function readCategoryUse(db: Queries, ownerId: string): Promise<CategoryUse[]> {
  const { rows } = await sql<CategoryUse>`select l.category,
      sum(case when f.kind = 'file' and f.sealed is null then 1 else 0 end) as files,
      count(distinct case when ${isCopy} then f.link_id end) as copies
    from ${filesOf(ownerId)} group by l.category`.execute(db)
  return rows
}

/** Returns the number of encrypted files, and their stored bytes. */
export async function readEncryptedUse(
  db: Queries,
  ownerId: string,
): Promise<{ files: number; bytes: number }> {
  return readRow(
    db,
    sql<{ files: number; bytes: number }>`
    select (select count(*) from files where owner_id = ${ownerId} and sealed is not null) as files,
      (select coalesce(sum(size), 0) from blobs
        where owner_id = ${ownerId} and state = 'ready' and category = ${encryptedCategory}) as bytes`,
  )
}

/** Returns the stored bytes of live links by collection. */
export async function readCollectionBytes(db: Queries, ownerId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; bytes: number }>`select l.collection_id as id, sum(b.size) as bytes
    from files f join blobs b on b.id = f.blob_id join links l on l.id = f.link_id
    join collections c on c.id = l.collection_id
    where f.owner_id = ${ownerId} and ${isLive} group by l.collection_id`.execute(db)
  return new Map(rows.map(row => [row.id, row.bytes]))
}

/** Returns how many of the stored bytes of live links are counted again, because several links share them. */
export async function readSharedBytes(db: Queries, ownerId: string): Promise<number> {
  const { bytes } = await readRow(
    db,
    sql<{ bytes: number }>`select coalesce(sum(u.again), 0) as bytes from (
      select (count(*) - 1) * max(b.size) as again from files f join blobs b on b.id = f.blob_id
      join links l on l.id = f.link_id join collections c on c.id = l.collection_id
      where f.owner_id = ${ownerId} and ${isLive} group by f.blob_id) u`,
  )
  return bytes
}

export interface NamedCollection {
  id: string
  name: string
  /** null for the root. */
  parent_id: string | null
}

/** Returns the live collections of a person. */
export async function readCollections(db: Queries, ownerId: string): Promise<NamedCollection[]> {
  return db
    .selectFrom('collections')
    .select(['id', 'name', 'parent_id'])
    .where('owner_id', '=', ownerId)
    .where('trashed_by', 'is', null)
    .execute()
}

export async function readTrashUse(
  db: Queries,
  ownerId: string,
): Promise<{ links: number; files: number; bytes: number }> {
  return readRow(
    db,
    sql<{
      links: number
      files: number
      bytes: number
    }>`select count(distinct f.link_id) as links, count(*) as files,
      coalesce(sum(b.size), 0) as bytes from files f join blobs b on b.id = f.blob_id join links l on l.id = f.link_id
      join collections c on c.id = l.collection_id where f.owner_id = ${ownerId} and not (${isLive})`,
  )
}

/** The links with files of a set, the number of uploaded ones among these files, and their bytes. */
export interface SetUse {
  links: number
  files: number
  bytes: number
}

export async function readSetUse(db: Queries, ownerId: string, set: StoredSet, now: number): Promise<SetUse> {
  return readRow(
    db,
    sql<SetUse>`select count(distinct f.link_id) as links,
      coalesce(sum(case when f.kind = 'file' then 1 else 0 end), 0) as files, coalesce(sum(b.size), 0) as bytes
      from files f join blobs b on b.id = f.blob_id join links l on l.id = f.link_id
      join collections c on c.id = l.collection_id
      where f.owner_id = ${ownerId} and ${isInSet(set, now)}`,
  )
}

interface StoredLinkRow {
  id: string
  title: string
  key_id: string | null
  category: number
  picture_id: string | null
  collection_id: string
  collection_name: string
  created_at: number
  is_trashed: number
  files: number
  versions: number
  captures: number
  bytes: number
}

interface StoredLinksOrder {
  ownerId: string
  kind: StoredKind
  /** A collection, with its descendants; null for all. */
  collectionId: string | null
  /** Only the files of these sets; empty for all files. */
  sets: readonly StoredSet[]
  now: number
}

function selectSizes({ ownerId, kind, collectionId, sets, now }: StoredLinksOrder) {
  const inside =
    collectionId === null
      ? sql``
      : sql`and exists (select 1 from links l where l.id = f.link_id
          and l.collection_id in (${selectDescendants({ id: collectionId, trashed_by: null })}))`
  const links =
    sets.length === 0
      ? sql``
      : sql`join links l on l.id = f.link_id join collections c on c.id = l.collection_id`
  const inSets =
    sets.length === 0
      ? sql``
      : sql`and (${sql.join(
          sets.map(set => isInSet(set, now)),
          sql` or `,
        )})`
  const sealed = kind === 'encrypted' ? sql`and f.sealed is not null` : sql``
  return sql`select f.link_id, sum(b.size) as bytes, sum(case when f.kind = 'file' then 1 else 0 end) as files,
      count(distinct case when ${isVersion} then f.position end) as versions,
      sum(case when ${isCapture} then 1 else 0 end) as captures
    from files f join blobs b on b.id = f.blob_id ${links}
    where f.owner_id = ${ownerId} and f.kind in (${sql.join(kindsOfStored[kind])}) ${sealed} ${inside} ${inSets} group by f.link_id`
}

/** Returns links with their stored bytes, the largest first. */
export async function listLargestLinks(
  db: Queries,
  order: StoredLinksOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<StoredLinkRow[]> {
  const { rows } =
    await sql<StoredLinkRow>`select l.id, l.title, l.key_id, l.category, l.picture_id, l.collection_id,
      c.name as collection_name, l.created_at, s.files, s.versions, s.captures, s.bytes,
      case when ${isLive} then 0 else 1 end as is_trashed
    from (${selectSizes(order)} order by bytes desc, f.link_id limit ${limit} offset ${offset}) s
    join links l on l.id = s.link_id join collections c on c.id = l.collection_id
    order by s.bytes desc, l.id`.execute(db)
  return rows
}

export const countStoredLinks = (db: Queries, order: StoredLinksOrder): Promise<number> =>
  countRows(db, selectSizes(order))
