import type { NotificationAction } from '@nestmark/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Listener } from '../access/listeners.ts'
import { Batch } from '../db/batch.ts'
import { bulkRows } from '../db/bulk.ts'
import type { Queries, Tx } from '../db/db.ts'
import { asText, inList, isPostgres, randomId } from '../db/dialect.ts'
import { keepingLonger, logging } from './activity.ts'
import type { Happened, Told } from './happened.ts'
import { hearing, leaveNews, type News, newsOf } from './hooks.ts'
import { recordingAdditions } from './records.ts'

/**
 * The statements that tell everybody who shares a collection, directly or by one above it, what somebody did there: its
 * owner and its members, never the one who did it; and that write it into the activity list. They are as many however
 * many people there are, and write nothing where nobody shares. What is unread of the same kind and place grows instead
 * of becoming more. On PostgreSQL, where each statement is a way there and back, they are one.
 */
export function telling(db: Queries, told: Told, happened: readonly Happened[]): RawBuilder<unknown>[] {
  if (happened.length === 0) return []
  const log = logging(db, told, happened)
  const notice = told.action === null ? null : noticing(db, told.action, told, happened)
  if (!isPostgres(db)) {
    const logged = sql`select 1 from activities where batch = ${told.deed}`
    return [
      ...(notice ? [sql`with recursive ${notice.tables} ${notice.insert}`] : []),
      sql`with recursive ${log.tables} ${log.insert}`,
      ...(told.deed ? [keepingLonger(told.deed, told.at, logged)] : []),
      ...recordingAdditions(db, told, happened),
    ]
  }
  const logged = sql`${log.tables}, logged as (${log.insert} returning 1)`
  const kept = told.deed
    ? sql`, kept as (${keepingLonger(told.deed, told.at, sql`select 1 from logged`)})`
    : sql``
  return [
    notice
      ? sql`with recursive ${notice.tables}, ${logged} ${kept} ${notice.insert}`
      : sql`with recursive ${logged} ${kept} select 1`,
    ...recordingAdditions(db, told, happened),
  ]
}

interface Noticing {
  tables: RawBuilder<unknown>
  insert: RawBuilder<unknown>
}

/** What happened at one place of which the same people know. */
interface Place {
  target: string
  place: string
  count: number
  about: string
  knows: string
}

function noticing(
  db: Queries,
  action: NotificationAction,
  told: Told,
  happened: readonly Happened[],
): Noticing {
  const places = new Map<string, Place>()
  for (const { collectionId: target, about, ...each } of happened) {
    const [place, knows] = [each.place ?? target, each.knows ?? '']
    const key = `${target} ${place} ${knows}`
    places.set(key, { target, place, count: (places.get(key)?.count ?? 0) + 1, about, knows })
  }
  const [only, more] = places.values()
  return only && !more ? atOnePlace(db, action, told, only) : atPlaces(db, action, told, [...places.values()])
}

// One order for all, so that two that tell the same people never wait for each other; SQLite has one writer at a time.
const inOrder = (db: Queries, order: string) => (isPostgres(db) ? sql.raw(`order by ${order}`) : sql``)

/** Most deeds happen at one place: what is said of it is the same for everybody, and SQLite need not carry it along. */
function atOnePlace(
  db: Queries,
  action: NotificationAction,
  { by, at }: Told,
  { target, place, count, about, knows }: Place,
): Noticing {
  const tables = sql`up(id, parent_id, owner_id) as (
      select c.id, c.parent_id, c.owner_id from collections c where c.id = ${target}
      union all
      select c.id, c.parent_id, c.owner_id from up join collections c on c.id = up.parent_id
    ), who(person_id) as (
      select s.person_id from up join shares s on s.collection_id = up.id
      union
      select owner_id from up where id = ${target}
    )`
  const insert = sql`${begin}
    select ${randomId(db)}, person_id, ${asText(action)}, ${asText(place)}, ${asText(by)}, cast(${count} as bigint),
      ${asText(about)}, cast(${at} as bigint)
    from who where person_id <> ${by} and person_id <> ${knows} ${inOrder(db, 'person_id')} ${end}`
  return { tables, insert }
}

function atPlaces(
  db: Queries,
  action: NotificationAction,
  { by, at }: Told,
  places: readonly Place[],
): Noticing {
  const rows = places.map(each => [each.target, each.place, each.count, each.about, each.knows])
  const tables = sql`t(target, place, n, about, knows) as (
      select * from (${bulkRows(db, ['text', 'text', 'int', 'text', 'text'], rows)}) b
    ), up(target, id, parent_id, owner_id) as (
      select c.id, c.id, c.parent_id, c.owner_id from collections c where c.id in (select target from t)
      union all
      select up.target, c.id, c.parent_id, c.owner_id from up join collections c on c.id = up.parent_id
    ), who(target, person_id) as (
      select up.target, s.person_id from up join shares s on s.collection_id = up.id
      union
      select up.target, up.owner_id from up where up.target = up.id
    ), told(person_id, place, n, about) as (
      select w.person_id, t.place, sum(t.n), max(t.about) from who w join t on t.target = w.target
      where w.person_id <> ${by} and w.person_id <> t.knows group by w.person_id, t.place
    )`
  const insert = sql`${begin}
    select ${randomId(db)}, person_id, ${asText(action)}, place, ${asText(by)}, n, about, cast(${at} as bigint)
    from told where true ${inOrder(db, 'person_id, place')} ${end}`
  return { tables, insert }
}

/**
 * Tells whoever shares where something happened, and the webhooks of those who may see it; two small questions on SQLite
 * where there are neither.
 * @param news what webhooks are told, where that is not what people are; null for nothing
 * @returns false when there is surely nobody who shares
 */
export async function tellAll(
  tx: Tx,
  told: Told,
  happened: readonly Happened[],
  news: News | null = newsOf(told),
): Promise<boolean> {
  if (happened.length === 0) return false
  const batch = new Batch(tx)
  const isShared = !told.quiet && (await anyShared(tx, happened))
  if (isShared) for (const statement of telling(tx, told, happened)) batch.add(statement)
  let listeners: Listener[] = []
  if (news) batch.add(hearing(tx, news, happened), ({ rows }) => (listeners = rows))
  await batch.run()
  if (listeners.length > 0) await leaveNews(tx, news!, happened, listeners)
  return isShared
}

async function anyShared(tx: Tx, happened: readonly Happened[]): Promise<boolean> {
  if (isPostgres(tx)) return true
  const ids = [...new Set(happened.map(each => each.collectionId))]
  const { rows } = await sql`select 1 from shares where owner_id in
    (select owner_id from collections where ${inList(tx, 'id', ids)}) limit 1`.execute(tx)
  return rows.length > 0
}

/** What one person is told. */
export interface ToldPerson {
  personId: string
  collectionId: string
  count: number
  about: string
}

/**
 * Tells certain people, in one statement.
 * @param by null for a visitor
 */
export async function tellPeople(
  tx: Tx,
  action: NotificationAction,
  by: string | null,
  told: readonly ToldPerson[],
  now: number,
): Promise<void> {
  if (told.length === 0) return
  const rows = told.map(each => [each.personId, each.collectionId, by, each.count, each.about])
  await sql`${begin}
    with t(person_id, place, by_id, n, about) as (
      select * from (${bulkRows(tx, ['text', 'text', 'text', 'int', 'text'], rows)}) b
    )
    select ${randomId(tx)}, person_id, ${asText(action)}, place, by_id, sum(n), max(about), cast(${now} as bigint)
    from t where true group by person_id, place, by_id order by person_id, place ${end}`.execute(tx)
}

const begin = sql`insert into notifications (id, person_id, action, collection_id, from_id, count, about, updated_at)`
const end = sql`on conflict (person_id, action, collection_id) where read_at is null do update set
  count = notifications.count + excluded.count, about = excluded.about, updated_at = excluded.updated_at,
  several = case when notifications.several = 1 or coalesce(notifications.from_id, '') <> coalesce(excluded.from_id, '')
    then 1 else 0 end,
  from_id = excluded.from_id`
