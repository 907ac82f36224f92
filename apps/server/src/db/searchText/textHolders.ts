import { sql } from 'kysely'
import { bulkRows } from '../statements/bulkRows.ts'
import type { Queries, Tx } from '../db.ts'

/**
 * Records people who may have copies of texts of these libraries: in an activity list that was theirs, or in what their
 * webhooks received.
 */
export async function addTextHolders(
  tx: Tx,
  pairs: readonly (readonly [ownerId: string, personId: string])[],
): Promise<void> {
  if (pairs.length === 0) return
  // Ordered, so that two transactions that insert the same rows cannot deadlock.
  await sql`insert into text_holders (owner_id, person_id)
    with d(owner_id, person_id) as (${bulkRows(tx, ['text', 'text'], pairs)})
    select distinct d.owner_id, d.person_id from d join people o on o.id = d.owner_id join people p on p.id = d.person_id
    where d.owner_id <> d.person_id order by 1, 2 on conflict do nothing`.execute(tx)
}

/** Records a transfer: who may have copies of texts of the previous owner may have them of the new one. */
export async function passTextHolders(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const holders = await listTextHolders(tx, from)
  await addTextHolders(
    tx,
    holders.map(holder => [to, holder] as const),
  )
}

/** Returns the owner, and the other people who may have copies of texts of the library. */
export async function listTextHolders(db: Queries, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('text_holders')
    .select('person_id')
    .where('owner_id', '=', ownerId)
    .execute()
  return [ownerId, ...rows.map(row => row.person_id)]
}
