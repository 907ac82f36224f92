import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { currentTitle, type ListedNotification } from './store.ts'

export interface DigestReader {
  id: string
  name: string
  email: string
}

/** Unread notifications, newer than the last digest and older than this one's due time. */
const fresh = (upTo: number) =>
  sql`n.read_at is null and n.updated_at > p.digest_at and n.updated_at <= ${upTo}`

/**
 * Returns some of the people who have the digest enabled, got none since the time, and have new unread notifications.
 * @param after the id of the last person of the previous call; '' at the beginning
 * @param confirmedOnly excludes unconfirmed addresses
 */
export async function readersOfDigest(
  db: Queries,
  {
    upTo,
    after,
    confirmedOnly,
    limit,
  }: { upTo: number; after: string; confirmedOnly: boolean; limit: number },
): Promise<DigestReader[]> {
  const confirmed = confirmedOnly ? sql`and u."emailVerified" = 1` : sql``
  const { rows } = await sql<DigestReader>`
    select p.id, u.name, u.email from people p join "user" u on u.id = p.id ${confirmed}
    where p.id > ${after} and p.digest = 1 and p.closed_at is null and p.digest_at < ${upTo}
      and exists (select 1 from notifications n where n.person_id = p.id and ${fresh(upTo)})
    order by p.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Returns the notifications of a person's digest, the newest first.
 * @returns up to `most` of them, and their total
 */
export async function listDigestNotifications(
  db: Queries,
  personId: string,
  upTo: number,
  limit: number,
): Promise<{ rows: ListedNotification[]; all: number }> {
  const { rows } = await sql<ListedNotification & { found: number }>`
    select n.*, u.name as from_name, c.name as collection_name, c.owner_id, c.trashed_by,
      ${currentTitle}, count(*) over () as found
    from notifications n join people p on p.id = n.person_id join collections c on c.id = n.collection_id
    left join "user" u on u.id = n.from_id
    where n.person_id = ${personId} and ${fresh(upTo)}
    order by n.updated_at desc, n.seq desc limit ${limit}`.execute(db)
  return { rows, all: Number(rows[0]?.found ?? 0) }
}

/**
 * Claims a person's digest of this time.
 * @returns false when another server has claimed it, or the person has disabled it
 */
export async function claimDigest(tx: Tx, personId: string, upTo: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('people')
    .set({ digest_at: now })
    .where('id', '=', personId)
    .where('digest', '=', 1)
    .where('digest_at', '<', upTo)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
