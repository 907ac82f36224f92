import { type RawBuilder, sql } from 'kysely'
import type { ExportedParts } from '@nestmark/contract/transfer/libraryExport'
import type { Queries } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import type { FileRow } from '../../../db/tables/fileTables.ts'
import { countRows, readNumbers } from '../../../db/statements/readRow.ts'
import { countEncryptedLeftOut } from '../../importExport/export/exportQuery.ts'
import { isCopy, isLive } from '../../storage/storedFileQuery.ts'

/** A file of a live link, with its bytes. */
export interface ExportedFile extends Pick<
  FileRow,
  'id' | 'kind' | 'position' | 'name' | 'media_type' | 'link_id' | 'sealed'
> {
  collection_id: string
  /** The title of the link. */
  title: string
  blob_id: string
  /** Stored bytes. */
  size: number
  is_arriving: number
  /** When the file was saved, or the page was copied. */
  at: number
}

/**
 * Returns the next files of a person's library by their ids. Files of links in the trash are left out.
 * @param after the id of the last one so far
 */
export function filesAfter(
  db: Queries,
  ownerId: string,
  after: string,
  limit: number,
): Promise<ExportedFile[]> {
  return selectFiles(
    db,
    sql`f.owner_id = ${ownerId} and f.id > ${after} and ${isLive} order by f.id limit ${limit}`,
  )
}

/** Returns the files of links. */
export async function exportedFilesOf(db: Queries, linkIds: readonly string[]): Promise<ExportedFile[]> {
  if (linkIds.length === 0) return []
  return selectFiles(db, sql`${inList(db, 'f.link_id', linkIds)} order by f.link_id, f.kind, f.position`)
}

async function selectFiles(db: Queries, condition: RawBuilder<unknown>): Promise<ExportedFile[]> {
  const { rows } = await sql<ExportedFile>`
    select f.id, f.kind, f.position, f.name, f.media_type, f.link_id, f.sealed, l.collection_id, l.title, b.id as blob_id, b.size,
      case when b.state = 'arriving' then 1 else 0 end as is_arriving, coalesce(v.kept_at, f.created_at) as at
    from files f join blobs b on b.id = f.blob_id
    join links l on l.id = f.link_id join collections c on c.id = l.collection_id
    left join copy_versions v on f.kind in ('copy', 'reader') and v.link_id = f.link_id and v.number = f.position
    where ${condition}`.execute(db)
  return rows
}

/** Returns what an export of a person's library contains. */
export async function countExported(db: Queries, ownerId: string): Promise<ExportedParts> {
  const files = await readNumbers(
    db,
    sql<Record<'files' | 'file_bytes' | 'pages' | 'page_bytes', number>>`
      select sum(case when ${isCopy} then 0 else 1 end) as files, sum(case when ${isCopy} then 0 else b.size end) as file_bytes,
        sum(case when ${isCopy} then 1 else 0 end) as pages, sum(case when ${isCopy} then b.size else 0 end) as page_bytes
      from files f join blobs b on b.id = f.blob_id
      join links l on l.id = f.link_id join collections c on c.id = l.collection_id
      where f.owner_id = ${ownerId} and ${isLive}`,
  )
  const collections = sql`select 1 from collections where owner_id = ${ownerId} and trashed_by is null and parent_id is not null`
  const { links } = await readNumbers(
    db,
    sql<{ links: number }>`select n1 + n2 + n3 + n4 + n5 as links from people where id = ${ownerId}`,
  )
  const encrypted = await countEncryptedLeftOut(db, ownerId)
  return { collections: await countRows(db, collections), links, encrypted, ...files }
}
