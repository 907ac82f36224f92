import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { Migration } from './migration.ts'

/**
 * Binds an Idempotency-Key to its first call: the same key with another call is rejected. Also removes what
 * deleted people left in the notifications and the activity of others.
 */
export const migration: Migration = {
  name: '027-requestKeys',
  statements: ({ int, noRowId }) => [
    `create table request_keys (
      person_id text not null references people(id) on delete cascade,
      key_hash text not null,
      call_hash text not null,
      at ${int} not null,
      primary key (person_id, key_hash)
    )${noRowId}`,
    `create index request_keys_by_age on request_keys (at)`,
    `update notifications set about = '' where from_id is null and action <> 'sugg_new' and about <> ''`,
    `update activities set things = '' where by_id is null and things <> ''`,
  ],
  after: forgetDoersOfDeliveries,
}

/** Removes the names of deleted people from deliveries; there are at most 50 per webhook. */
async function forgetDoersOfDeliveries(tx: Tx): Promise<void> {
  await sql`update webhook_events set by_id = null where by_id not in (select id from people)`.execute(tx)
  const { rows } = await sql<{ id: string; events: string }>`
    select id, events from webhook_deliveries where events like ${'%"by":{%'}`.execute(tx)
  if (rows.length === 0) return
  const people = new Set((await tx.selectFrom('people').select('id').execute()).map(row => row.id))
  for (const { id, events: text } of rows) {
    const events = JSON.parse(text) as { by: { _id: string } | null }[]
    if (events.every(each => !each.by || people.has(each.by._id))) continue
    const known = events.map(each => (each.by && !people.has(each.by._id) ? { ...each, by: null } : each))
    await sql`update webhook_deliveries set events = ${JSON.stringify(known)} where id = ${id}`.execute(tx)
  }
}
