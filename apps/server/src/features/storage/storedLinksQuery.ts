import type { StoredKind, StoredSet } from '@nestmark/contract/storage'
import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { countRows } from '../../db/statements/readRow.ts'
import { isCapture, isInSet, isLive, isVersion, kindsOfStored } from './storedFileQuery.ts'
import { selectDescendants } from '../collections/subtreeQuery.ts'

export interface StoredLinkRow {
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

export interface StoredLinksOrder {
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
