import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Queries, Tx } from '../../../db/db.ts'
import { inList, rowLock } from '../../../db/dialect.ts'
import { countRows, readRow } from '../../../db/statements/readRow.ts'
import type { JobRow } from '../../../db/tables/tables.ts'
import type { WebhookDeliveryRow, WebhookEventRow } from '../../../db/tables/webhookTables.ts'
import { enqueue, queueName } from '../../../jobs/store.ts'
import { webhookJob } from '../../../domainEvents/webhooks.ts'
import { type Hook, lockWebhook } from '../store.ts'

export type Delivery = Selectable<WebhookDeliveryRow>
export type WaitingEvent = Selectable<WebhookEventRow>

/** The number of deliveries stored and listed per webhook, in addition to the queued ones. */
const maxDeliveries = 50
/**
 * The maximum number of queued deliveries of a failing receiver: later events wait to be grouped into fewer
 * deliveries.
 */
const maxQueued = 20
/** The maximum wait of events for the end of their job, in milliseconds. */
const jobWaitMs = 15 * 60_000
/** Events that wait longer than this are deleted, because their receiver no longer exists, in milliseconds. */
const eventRetentionMs = 2 * 86_400_000
/** The maximum number of events that wait for one webhook: more than an import of a million links has. */
export const maxWaitingEvents = 3000
const deliveryRetentionMs = 30 * 86_400_000
const eventsAtOnce = 500

/** Returns the last deliveries of a webhook, the newest first. */
export async function lastDeliveries(db: Queries, hookId: string): Promise<Delivery[]> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', hookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDeliveries)
    .execute()
}

/** Returns a delivery of one of the person's webhooks. */
export async function findDelivery(db: Queries, ownerId: string, id: string): Promise<Delivery | undefined> {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .selectAll('d')
    .where('d.id', '=', id)
    .where('w.owner_id', '=', ownerId)
    .executeTakeFirst()
}

/**
 * Takes the delivery that is due. A lease reserves it for the maximum duration of one attempt, so that it is retried
 * after a crash.
 */
export async function claimDueDelivery(tx: Tx, hookId: string, now: number, leaseMs: number) {
  const skip = rowLock(tx, 'for update skip locked')
  const { rows } = await sql<Delivery>`update webhook_deliveries set next_at = ${now + leaseMs}
    where id = (select id from webhook_deliveries where webhook_id = ${hookId} and state = 'waiting'
      and next_at <= ${now} order by next_at, created_at limit 1 ${skip}) returning *`.execute(tx)
  return rows[0]
}

/** Returns true when so many deliveries are queued that none is added. */
export async function isCongested(db: Queries, hookId: string): Promise<boolean> {
  const queued = sql`select 1 from webhook_deliveries where webhook_id = ${hookId} and state = 'waiting'`
  return (await countRows(db, queued)) >= maxQueued
}

/** Returns the condition for events of a running job: more of the same will follow. */
const ofRunningJob = (now: number) => sql<boolean>`exists (select 1 from jobs j
  where j.id = e.batch and j.finished_at is null and e.at > ${now - jobWaitMs})`

/** Returns the events to send to a webhook now, the oldest first, locked by this transaction. */
export async function listPendingEvents(tx: Tx, hookId: string, now: number): Promise<WaitingEvent[]> {
  const skip = rowLock(tx, 'for update of e skip locked')
  const { rows } = await sql<WaitingEvent>`select e.* from webhook_events e
    where e.webhook_id = ${hookId} and not ${ofRunningJob(now)}
    order by e.seq limit ${eventsAtOnce} ${skip}`.execute(tx)
  return rows
}

/** Deletes the oldest events beyond the limit: a receiver that does not answer must not fill the database. */
export async function deleteExcessEvents(db: Db, hookId: string): Promise<void> {
  const { rows } = await sql<{ seq: number }>`select seq from webhook_events where webhook_id = ${hookId}
    order by seq desc limit 1 offset ${maxWaitingEvents}`.execute(db.read)
  const [last] = rows
  if (!last) return
  await db.write(async tx => {
    if (await lockWebhook(tx, hookId))
      await sql`delete from webhook_events where webhook_id = ${hookId} and seq <= ${last.seq}`.execute(tx)
  })
}

export async function deleteEvents(tx: Tx, seqs: readonly number[]): Promise<void> {
  await sql`delete from webhook_events where ${inList(tx, 'seq', seqs)}`.execute(tx)
}

/** Adds a delivery, and deletes the oldest ones beyond the limit. */
export async function insertDelivery(tx: Tx, row: Delivery): Promise<void> {
  await tx.insertInto('webhook_deliveries').values(row).execute()
  await sql`delete from webhook_deliveries where webhook_id = ${row.webhook_id} and state <> 'waiting'
    and created_at < (select created_at from webhook_deliveries where webhook_id = ${row.webhook_id}
      order by created_at desc limit 1 offset ${maxDeliveries - 1})`.execute(tx)
}

/** Records the result of a delivery; returns false when it is no longer queued, or deleted. */
export async function recordDelivery(
  tx: Tx,
  id: string,
  change: Updateable<WebhookDeliveryRow>,
): Promise<boolean> {
  const done = await tx
    .updateTable('webhook_deliveries')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Queues a delivery again, from its first attempt. */
export async function requeueDelivery(tx: Tx, id: string, now: number): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_at: now })
    .where('id', '=', id)
    .execute()
}

const jobPayload = (hookId: string) => JSON.stringify({ hook: hookId })

/** Removes other due jobs of the same webhook: the running one does all their work. */
export async function deleteDuplicateJobs(
  tx: Tx,
  hookId: string,
  job: Pick<JobRow, 'id' | 'queue' | 'queue_key'>,
  now: number,
): Promise<void> {
  const skip = rowLock(tx, 'for update skip locked')
  await sql`delete from jobs where id in (select id from jobs where finished_at is null and run_after <= ${now}
    and lease_until is null and queue = ${job.queue} and queue_key = ${job.queue_key}
    and payload = ${jobPayload(hookId)} and id <> ${job.id} ${skip})`.execute(tx)
}

/** Queues a job for a webhook, unless one is already queued for that time or earlier. */
export async function callAt(
  tx: Tx,
  hook: Pick<Hook, 'id' | 'owner_id'>,
  runAfter: number,
  now: number,
): Promise<void> {
  const waits = await tx
    .selectFrom('jobs')
    .select('id')
    .where('finished_at', 'is', null)
    .where('run_after', '<=', runAfter)
    .where('lease_until', 'is', null)
    .where('queue', '=', queueName(webhookJob))
    .where('queue_key', '=', hook.owner_id)
    .where('payload', '=', jobPayload(hook.id))
    .executeTakeFirst()
  if (waits) return
  await enqueue(tx, { ownerId: hook.owner_id, kind: webhookJob, payload: { hook: hook.id }, now, runAfter })
}

/** Returns the time at which the webhook has something to do next; null for none. */
export async function findNextDueTime(
  db: Queries,
  hookId: string,
  now: number,
): Promise<{ delivery: number | null; events: 'ready' | 'later' | null }> {
  const { next, ready, later } = await readRow(
    db,
    sql<{ next: number | null; ready: number; later: number }>`select
    (select min(next_at) from webhook_deliveries where webhook_id = ${hookId} and state = 'waiting') as next,
    (select count(*) from (select 1 from webhook_events e where e.webhook_id = ${hookId}
      and not ${ofRunningJob(now)} limit 1) r) as ready,
    (select count(*) from (select 1 from webhook_events e where e.webhook_id = ${hookId} limit 1) r) as later`,
  )
  return { delivery: next, events: ready > 0 ? 'ready' : later > 0 ? 'later' : null }
}

/** Deletes expired events and deliveries, and queues jobs again for overdue ones, in case their job was lost. */
export async function deleteOldDeliveries(db: Db, now: number): Promise<void> {
  await db.write(async tx => {
    await tx
      .deleteFrom('webhook_events')
      .where('at', '<', now - eventRetentionMs)
      .execute()
    await tx
      .deleteFrom('webhook_deliveries')
      .where('created_at', '<', now - deliveryRetentionMs)
      .execute()
    const { rows } = await sql<{
      id: string
      owner_id: string
    }>`select id, owner_id from webhooks w where active = 1 and (
      exists (select 1 from webhook_events e where e.webhook_id = w.id)
      or exists (select 1 from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= ${now}))`.execute(
      tx,
    )
    for (const hook of rows) await callAt(tx, hook, now, now)
  })
}
