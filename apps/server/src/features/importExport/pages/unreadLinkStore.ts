import { sql } from 'kysely'
import type { Queries } from '../../../db/db.ts'
import { countRows } from '../../../db/statements/readRow.ts'

/** A link of an import whose page was not read yet. */
export interface UnreadLink {
  seq: number
  id: string
  title: string
  address: string
  /** It has a picture, or its file names one. */
  hasPicture: boolean
}

/** The links that an import created, by its undo record; those that were saved before have rows with a colon. */
const createdBy = (ownerId: string, job: string, after: number) => sql`from undo_links d
  join links l on l.seq = d.link_seq join collections c on c.id = l.collection_id
  where d.undo_id = ${job} and d.link_seq > ${after} and d.old_state not like '%:%'
    and l.owner_id = ${ownerId} and l.address <> '' and l.key_id is null and l.is_scraped = 0
    and l.trashed_at is null and c.trashed_by is null`

/**
 * Returns the next links that an import created and whose pages were not read, in the order of their sequence numbers; not
 * those in the trash, and none once the import was undone.
 */
export async function listUnread(
  db: Queries,
  ownerId: string,
  { job, after }: { job: string; after: number },
  limit: number,
): Promise<UnreadLink[]> {
  const { rows } = await sql<Omit<UnreadLink, 'hasPicture'> & { pictured: number }>`
    select l.seq, l.id, l.title, l.address,
      case when l.picture_id is null and l.picture_source is null then 0 else 1 end as pictured
    ${createdBy(ownerId, job, after)} order by d.link_seq limit ${limit}`.execute(db)
  return rows.map(({ pictured, ...link }) => ({ ...link, seq: Number(link.seq), hasPicture: pictured === 1 }))
}

/** Returns how many links `listUnread` has in all. */
export function countUnread(db: Queries, ownerId: string, job: string): Promise<number> {
  return countRows(db, sql`select 1 ${createdBy(ownerId, job, 0)}`)
}
