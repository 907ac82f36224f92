import { eventTypeEntry } from '@nestmark/contract/eventTypes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { sql } from 'kysely'
import { type Subscriber, findSubscribers } from '../access/subscribers.ts'
import { bulkRows } from '../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../db/db.ts'
import { rowLock } from '../db/dialect.ts'
import { addTextHolders } from '../db/searchText/textHolders.ts'
import { enqueueJobs } from '../jobs/store.ts'
import type { DomainEvent, EventSubject } from './event.ts'

/**
 * The kind of job that creates deliveries of the queued events and sends them; `features/webhooks` runs it.
 */
export const webhookJob = 'callWebhook'
/** How long events are collected before they are sent, in milliseconds: a burst of saves is one delivery. */
const batchingDelayMs = 1000
/** Maximum of subjects named in a delivery; the rest is only counted. */
export const maxNamedSubjects = 100

/** A queued subject: id, name, its collection, and the source or target of a move, as far as visible. */
export interface QueuedSubject {
  id: string
  name: string
  at?: string
  other?: string
  /** For another person's library: the collection that grants the access to the event. */
  right?: string
}

/** Returns the statement that finds the webhooks that may get an event. It is cheap when there are none. */
export function selectWebhooks(db: Queries, event: DomainEvent, subjects: readonly EventSubject[]) {
  const collections = subjects.flatMap(each => [
    getScopeCollection(event, each),
    getTargetCollection(event, each),
    each.other,
    getContainingCollection(each),
  ])
  return findSubscribers(db, [...new Set(collections.filter(id => id !== undefined && id !== null))])
}

/**
 * Queues an event for webhooks, with a job that delivers it. It is written in the transaction of the action: an action
 * that is rolled back sends nothing, and a crash loses nothing that was committed.
 * @param webhooks the result of `selectWebhooks`
 */
export async function enqueueWebhookEvents(
  tx: Tx,
  event: DomainEvent,
  subjects: readonly EventSubject[],
  webhooks: readonly Subscriber[],
): Promise<void> {
  const name = assertDefined(eventTypeEntry(event.type).webhook, 'webhook')
  const { by, at } = event
  const batch = event.job ?? event.undo ?? null
  const jobs: Parameters<typeof enqueueJobs>[1][number][] = []
  const rows: (string | number | null)[][] = []
  const holders = new Map<string, [ownerId: string, personId: string]>()
  for (const [hook, subscriptions] of Map.groupBy(webhooks, each => each.hook)) {
    const [first] = subscriptions
    if (!first?.events.split(' ').includes(name)) continue
    const visible = filterVisibleSubjects(
      event,
      subjects,
      new Map(subscriptions.map(each => [each.collection, each])),
    )
    if (visible.length === 0) continue
    for (const { own, owner, person } of subscriptions)
      if (!own) holders.set(`${owner} ${person}`, [owner, person])
    rows.push([hook, name, batch, by, visible.length, JSON.stringify(visible.slice(0, maxNamedSubjects)), at])
    jobs.push({
      ownerId: first.person,
      kind: webhookJob,
      payload: { hook },
      now: at,
      runAfter: at + batchingDelayMs,
    })
  }
  if (rows.length === 0) return
  const all = bulkRows(tx, ['text', 'text', 'text', 'text', 'int', 'text', 'int'], rows)
  // Skips webhooks that are deleted concurrently, which would fail the action itself.
  await sql`with r (webhook_id, event, batch, by_id, count, subjects, at) as (${all})
    insert into webhook_events (webhook_id, event, batch, by_id, count, subjects, at)
    select r.* from r join webhooks w on w.id = r.webhook_id ${rowLock(tx, 'for key share of w')}`.execute(tx)
  await enqueueJobs(tx, jobs).execute(tx)
  await addTextHolders(tx, [...holders.values()])
}

/** Returns the subjects in the scope of a webhook; of other collections, those that its person sees. */
function filterVisibleSubjects(
  event: DomainEvent,
  subjects: readonly EventSubject[],
  seen: ReadonlyMap<string, Subscriber>,
): QueuedSubject[] {
  const { webhook, isDeparture } = eventTypeEntry(event.type)
  return subjects.flatMap((each): QueuedSubject[] => {
    const target = seen.get(getScopeCollection(event, each))
    if (!target?.inside) return []
    // Highlights are private, also to members of the collection in whose place they are recorded: the root.
    if (isPrivate(event) && !target.own) return []
    // A webhook that sees the target of the move gets the event of the arrival instead.
    const arrivedAt = getTargetCollection(event, each)
    if (arrivedAt !== undefined && seen.get(arrivedAt)?.inside) return []
    const [containing, other] = [getContainingCollection(each), each.other]
    const from = isDeparture ? containing : other
    const at = isDeparture ? other : containing
    return [
      {
        id: each.id,
        name: each.title,
        ...(at && seen.has(at) && !isPrivate(event) ? { at } : {}),
        ...(from && webhook?.endsWith('.moved') && seen.has(from) ? { other: from } : {}),
        ...(target.own ? {} : { right: target.collection }),
      },
    ]
  })
}

const isPrivate = ({ type }: DomainEvent) => type.startsWith('highlight.')

/**
 * Returns the collection that decides who gets the event: for a collection event the collection itself, which
 * may be shared alone.
 */
function getScopeCollection({ type }: DomainEvent, { collectionId, id }: EventSubject): string {
  return type.startsWith('collection.') && !eventTypeEntry(type).isDeparture ? id : collectionId
}

/** Returns the collection in which a moved subject is now. */
function getTargetCollection({ type }: DomainEvent, { id, other }: EventSubject): string | undefined {
  if (!eventTypeEntry(type).isDeparture) return undefined
  return type.startsWith('collection.') ? id : other
}

/** Returns the collection that contains the subject; undefined for an updated collection. */
function getContainingCollection({ collectionId, displayedIn, id }: EventSubject): string | undefined {
  const containing = displayedIn ?? collectionId
  return containing === id ? undefined : containing
}
