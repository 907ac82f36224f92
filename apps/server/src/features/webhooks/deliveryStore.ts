import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Queries, Tx } from '../../db/db.ts'
import { inList, isPostgres } from '../../db/dialect.ts'
import type { JobRow } from '../../db/tables.ts'
import type { WebhookDeliveryRow, WebhookEventRow } from '../../db/webhookTables.ts'
import { enqueue, queueName } from '../../jobs/store.ts'
import { webhookJob } from '../../domainEvents/webhooks.ts'
import type { Hook } from './store.ts'

export type Delivery = Selectable<WebhookDeliveryRow>
export type WaitingEvent = Selectable<WebhookEventRow>

/** So many deliveries of a webhook are kept beside those that wait, and shown. */
export const maxDeliveries = 50
/** More than this wait for a receiver that fails: what happens then waits to be gathered into fewer. */
const mostWaiting = 20
/** Events of a job that goes on wait for its end, but not for ever, in milliseconds. */
const jobPatienceMs = 15 * 60_000
/** What waits longer than this was meant for a receiver that is gone, in milliseconds. */
const eventsKeptMs = 2 * 86_400_000
const deliveriesKeptMs = 30 * 86_400_000
const eventsAtOnce = 500

/** The last deliveries of a webhook, the newest first. */
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

/** A delivery of one of the person's webhooks. */
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
 * Takes the delivery that is due: nobody else gets it until the time is over that one try may take, so that after a crash
 * it is tried again.
 */
export async function takeDue(tx: Tx, hookId: string, now: number, leaseMs: number) {
  const skip = isPostgres(tx) ? sql`for update skip locked` : sql``
  const { rows } = await sql<Delivery>`update webhook_deliveries set next_at = ${now + leaseMs}
    where id = (select id from webhook_deliveries where webhook_id = ${hookId} and state = 'waiting'
      and next_at <= ${now} order by next_at, created_at limit 1 ${skip}) returning *`.execute(tx)
  return rows[0]
}

/** True when so many wait already that nothing is added to them. */
export async function isCongested(db: Queries, hookId: string): Promise<boolean> {
  const { n } = await db
    .selectFrom('webhook_deliveries')
    .select(db.fn.countAll<number>().as('n'))
    .where('webhook_id', '=', hookId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(n) >= mostWaiting
}

/** Events of a job that is still at it: more of the same will come. */
const ofRunningJob = (now: number) => sql<boolean>`exists (select 1 from jobs j
  where j.id = e.batch and j.finished_at is null and e.at > ${now - jobPatienceMs})`

/** What a webhook is to be told now, the oldest first, held by this transaction. */
export async function waitingEvents(tx: Tx, hookId: string, now: number): Promise<WaitingEvent[]> {
  const skip = isPostgres(tx) ? sql`for update of e skip locked` : sql``
  const { rows } = await sql<WaitingEvent>`select e.* from webhook_events e
    where e.webhook_id = ${hookId} and not ${ofRunningJob(now)}
    order by e.seq limit ${eventsAtOnce} ${skip}`.execute(tx)
  return rows
}

export async function forgetEvents(tx: Tx, seqs: readonly number[]): Promise<void> {
  await sql`delete from webhook_events where ${inList(tx, 'seq', seqs)}`.execute(tx)
}

/** Adds a delivery, and forgets those that are more than are kept. */
export async function insertDelivery(tx: Tx, row: Delivery): Promise<void> {
  await tx.insertInto('webhook_deliveries').values(row).execute()
  await sql`delete from webhook_deliveries where webhook_id = ${row.webhook_id} and state <> 'waiting'
    and created_at < (select created_at from webhook_deliveries where webhook_id = ${row.webhook_id}
      order by created_at desc limit 1 offset ${maxDeliveries - 1})`.execute(tx)
}

/** Notes what came of a delivery; false when it is not waiting any more, or gone. */
export async function noteDelivery(
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

/** Sends a delivery again from the beginning of its tries. */
export async function waitAgain(tx: Tx, id: string, now: number): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_at: now })
    .where('id', '=', id)
    .execute()
}

const jobPayload = (hookId: string) => JSON.stringify({ hook: hookId })

/** Other jobs of the same webhook that are due: the one that runs does all their work. */
export async function takeOver(
  tx: Tx,
  hookId: string,
  job: Pick<JobRow, 'id' | 'queue' | 'queue_key'>,
  now: number,
): Promise<void> {
  const skip = isPostgres(tx) ? sql`for update skip locked` : sql``
  await sql`delete from jobs where id in (select id from jobs where finished_at is null and run_after <= ${now}
    and lease_until is null and queue = ${job.queue} and queue_key = ${job.queue_key}
    and payload = ${jobPayload(hookId)} and id <> ${job.id} ${skip})`.execute(tx)
}

/** Leaves a job for a webhook, unless one waits already for that time or an earlier one. */
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

/** When the webhook has something to do next; null when it has not. */
export async function nextDue(
  db: Queries,
  hookId: string,
  now: number,
): Promise<{ delivery: number | null; events: 'ready' | 'later' | null }> {
  const { rows } = await sql<{ next: number | null; ready: number; later: number }>`select
    (select min(next_at) from webhook_deliveries where webhook_id = ${hookId} and state = 'waiting') as next,
    (select count(*) from (select 1 from webhook_events e where e.webhook_id = ${hookId}
      and not ${ofRunningJob(now)} limit 1) r) as ready,
    (select count(*) from (select 1 from webhook_events e where e.webhook_id = ${hookId} limit 1) r) as later`.execute(
    db,
  )
  const { next, ready, later } = rows[0]!
  return { delivery: next, events: Number(ready) > 0 ? 'ready' : Number(later) > 0 ? 'later' : null }
}

/** Forgets what is too old, and calls again for what lies overdue, should its job have been lost. */
export async function tidyDeliveries(db: Db, now: number): Promise<void> {
  await db.write(async tx => {
    await tx
      .deleteFrom('webhook_events')
      .where('at', '<', now - eventsKeptMs)
      .execute()
    await tx
      .deleteFrom('webhook_deliveries')
      .where('created_at', '<', now - deliveriesKeptMs)
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
