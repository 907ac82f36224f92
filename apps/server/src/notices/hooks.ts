import type { ActivityKind } from '@nestmark/contract/activity'
import type { HookEvent } from '@nestmark/contract/webhooks'
import { sql } from 'kysely'
import { type Listener, listenersTo } from '../access/listeners.ts'
import { bulkRows } from '../db/bulk.ts'
import type { Queries, Tx } from '../db/db.ts'
import { isPostgres } from '../db/dialect.ts'
import { newJobs } from '../jobs/store.ts'
import type { Happened, Told } from './happened.ts'

/** The kind of job that makes deliveries of what is left here, and sends them; `features/webhooks` does it. */
export const hookJob = 'callWebhook'
/** So long what happens is gathered before it is sent, in milliseconds: a burst of saves is one call. */
export const gatherMs = 1000
/** So many things of an event are told by name; the rest is counted. */
export const thingsNamed = 100

/** What webhooks are told of a deed. */
export interface News {
  event: HookEvent
  /** It is told where things were moved away from: whoever sees where they went is told there. */
  leaving?: boolean | undefined
  /** null for a job of the server's own. */
  by: string | null
  /** Milliseconds since 1970. */
  at: number
  /** The deed or job that more of the same may come from: it is told together. */
  batch?: string | null | undefined
}

/** A link or collection as it waits to be told: id, name, where it is, and where it came from or went to, as far as seen. */
export interface Thing {
  id: string
  name: string
  at?: string
  other?: string
  /** Of another person's library: the collection that the right to hear of it hangs on. */
  right?: string
}

const eventOf: Record<ActivityKind, HookEvent> = {
  add_links: 'link.created',
  change_link: 'link.updated',
  tag_links: 'link.updated',
  move_links_here: 'link.moved',
  move_links_away: 'link.moved',
  remove_links: 'link.trashed',
  restore_links: 'link.restored',
  add_folders: 'collection.created',
  change_folder: 'collection.updated',
  move_folders_here: 'collection.moved',
  move_folders_away: 'collection.moved',
  remove_folders: 'collection.trashed',
  restore_folders: 'collection.restored',
}

/** What webhooks are told of a deed as it is told to people. */
export function newsOf({ kind, by, at, deed }: Told): News {
  return { event: eventOf[kind], leaving: kind.endsWith('_away'), by, at, batch: deed }
}

/** The statement that finds who is to be told; it finds nobody, and soon, where no webhook is. */
export function hearing(db: Queries, news: News, happened: readonly Happened[]) {
  const places = happened.flatMap(each => [
    targetOf(news, each),
    arrivalOf(news, each),
    each.other,
    placeOf(each),
  ])
  return listenersTo(db, [...new Set(places.filter(place => place !== undefined && place !== null))])
}

/**
 * Leaves for each webhook what it is to be told, and a job that does so; in the transaction of the deed, so that what is
 * rolled back is told to nobody and what is committed is not forgotten by a crash.
 * @param listeners what `hearing` has found
 */
export async function leaveNews(
  tx: Tx,
  news: News,
  happened: readonly Happened[],
  listeners: readonly Listener[],
): Promise<void> {
  const jobs: Parameters<typeof newJobs>[1][number][] = []
  const rows: (string | number | null)[][] = []
  for (const [hook, places] of Map.groupBy(listeners, each => each.hook)) {
    if (!places[0]!.events.split(' ').includes(news.event)) continue
    const things = thingsFor(news, happened, new Map(places.map(each => [each.collection, each])))
    if (things.length === 0) continue
    const named = JSON.stringify(things.slice(0, thingsNamed))
    rows.push([hook, news.event, news.batch ?? null, news.by, things.length, named, news.at])
    jobs.push({
      ownerId: places[0]!.person,
      kind: hookJob,
      payload: { hook },
      now: news.at,
      runAfter: news.at + gatherMs,
    })
  }
  if (rows.length === 0) return
  const all = bulkRows(tx, ['text', 'text', 'text', 'text', 'int', 'text', 'int'], rows)
  // Not for one that is deleted in this moment: the deed itself would fail with it.
  const held = isPostgres(tx) ? sql`for key share of w` : sql``
  await sql`with r (webhook_id, event, batch, by_id, count, things, at) as (${all})
    insert into webhook_events (webhook_id, event, batch, by_id, count, things, at)
    select r.* from r join webhooks w on w.id = r.webhook_id ${held}`.execute(tx)
  await newJobs(tx, jobs).execute(tx)
}

/** Tells webhooks alone: of what people are not told, because it was in nobody's sight or goes without saying. */
export async function tellHooks(tx: Tx, news: News, happened: readonly Happened[]): Promise<void> {
  if (happened.length === 0) return
  const { rows } = await hearing(tx, news, happened).execute(tx)
  if (rows.length > 0) await leaveNews(tx, news, happened, rows)
}

/** What of it this webhook is told: what lies in its reach, and of the other places those that its person sees. */
function thingsFor(news: News, happened: readonly Happened[], seen: ReadonlyMap<string, Listener>): Thing[] {
  return happened.flatMap((each): Thing[] => {
    const target = seen.get(targetOf(news, each))
    if (!target?.inside) return []
    const arrival = news.leaving && seen.get(arrivalOf(news, each)!)
    if (arrival && arrival.inside) return []
    const [place, other] = [placeOf(each), each.other]
    const from = news.leaving ? place : other
    const at = news.leaving ? other : place
    return [
      {
        id: each.thing,
        name: each.about,
        ...(at && seen.has(at) ? { at } : {}),
        ...(from && news.event.endsWith('.moved') && seen.has(from) ? { other: from } : {}),
        ...(target.own ? {} : { right: target.collection }),
      },
    ]
  })
}

/** The collection by which it is decided who is told: of a collection itself, which may be held to or shared alone. */
function targetOf({ event, leaving }: News, { collectionId, thing }: Happened): string {
  return event.startsWith('collection.') && !leaving ? thing : collectionId
}

/** Where a thing that leaves is told to arrive. */
function arrivalOf({ event, leaving }: News, { thing, other }: Happened): string | undefined {
  if (!leaving) return undefined
  return event.startsWith('collection.') ? thing : other
}

/** Where it lies, or lay; unknown of a collection that only changed. */
function placeOf({ collectionId, place, thing }: Happened): string | undefined {
  const where = place ?? collectionId
  return where === thing ? undefined : where
}
