import { sql } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import type { QuotaMailRow } from '../../../db/tables/paymentTables.ts'

/** What a person's library stores, and has sent in a month, in bytes. */
export interface QuotaUse {
  id: string
  plan: number
  stored: number
  sent: number
}

/**
 * Returns the use of some people, in the order of their ids.
 * @param after the last id of the batch before; '' for the first
 * @param days the first and the last day of the month, as 20261125
 */
export async function listQuotaUse(
  db: Queries,
  after: string,
  { first, last, limit }: { first: number; last: number; limit: number },
): Promise<QuotaUse[]> {
  const { rows } = await sql<QuotaUse>`select p.id, p.plan, p.kept_bytes as stored, (
      select coalesce(sum(s.bytes), 0) from served s
      where s.owner_id = p.id and s.day between ${first} and ${last}
    ) as sent
    from people p where p.id > ${after} and p.closed_at is null order by p.id limit ${limit}`.execute(db)
  return rows
}

/** Returns the emails that were sent to these people. */
export async function listQuotaMails(
  db: Queries,
  { from, to }: { from: string; to: string },
): Promise<Omit<QuotaMailRow, 'sent_at'>[]> {
  return db
    .selectFrom('quota_mails')
    .select(['person_id', 'kind', 'percent', 'month'])
    .where('person_id', '>=', from)
    .where('person_id', '<=', to)
    .execute()
}

/** Records an email; returns false when it was sent before. */
export async function recordQuotaMail(tx: Tx, row: QuotaMailRow): Promise<boolean> {
  const added = await tx
    .insertInto('quota_mails')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Forgets the emails about storage: the library has become much smaller, or its plan larger. */
export async function forgetStorageMails(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('quota_mails').where('person_id', '=', personId).where('kind', '=', 'storage').execute()
}

/** Deletes what is known about the emails of earlier months. */
export async function deleteEarlierMails(tx: Tx, month: number): Promise<void> {
  await tx.deleteFrom('quota_mails').where('kind', '=', 'bandwidth').where('month', '<', month).execute()
}
