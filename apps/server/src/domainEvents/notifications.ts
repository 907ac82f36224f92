import type { NotificationAction } from '@nestmark/contract/notifications'
import { eventTypeEntry } from '@nestmark/contract/eventTypes'
import { type RawBuilder, sql } from 'kysely'
import { bulkRows } from '../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../db/db.ts'
import { castText, lockOrder, randomId } from '../db/dialect.ts'
import type { DomainEvent, EventSubject } from './event.ts'

export interface NotificationStatement {
  tables: RawBuilder<unknown>
  insert: RawBuilder<unknown>
}

/** Subjects of one collection with the same recipients. */
interface NotifiedCollection {
  target: string
  listedIn: string
  count: number
  title: string
  /** Whose title it is. */
  id: string
  except: string
}

/**
 * Returns the parts of the statement that notifies the owner and the members of the collections of an event, except
 * its author. An unread notification of the same type and collection grows.
 * @returns null for an event without a notification
 */
export function notificationStatement(
  db: Queries,
  event: DomainEvent,
  subjects: readonly EventSubject[],
): NotificationStatement | null {
  const { notification } = eventTypeEntry(event.type)
  if (notification === null) return null
  const collections = new Map<string, NotifiedCollection>()
  for (const { collectionId: target, id, title, displayedIn, alreadyNotified } of subjects) {
    const [listedIn, except] = [displayedIn ?? target, alreadyNotified ?? '']
    const key = `${target} ${listedIn} ${except}`
    collections.set(key, {
      target,
      listedIn,
      count: (collections.get(key)?.count ?? 0) + 1,
      title,
      id,
      except,
    })
  }
  const [only, more] = collections.values()
  return only && !more
    ? notifyOneCollection(db, notification, event, only)
    : notifyCollections(db, notification, event, [...collections.values()])
}

/** Most events have one collection: all recipients get the same row, and SQLite need not join it. */
function notifyOneCollection(
  db: Queries,
  action: NotificationAction,
  { by, at }: DomainEvent,
  { target, listedIn, count, title, id, except }: NotifiedCollection,
): NotificationStatement {
  const tables = sql`up(id, parent_id, owner_id) as (
      select c.id, c.parent_id, c.owner_id from collections c where c.id = ${target}
      union all
      select c.id, c.parent_id, c.owner_id from up join collections c on c.id = up.parent_id
    ), who(person_id) as (
      select s.person_id from up join shares s on s.collection_id = up.id
      union
      select owner_id from up where id = ${target}
    )`
  const insert = sql`${insertNotifications}
    select ${randomId(db)}, person_id, ${castText(action)}, ${castText(listedIn)}, ${castText(by)}, cast(${count} as bigint),
      ${castText(title)}, ${castText(id)}, cast(${at} as bigint)
    from who where person_id <> ${by} and person_id <> ${except} ${lockOrder(db, 'person_id')} ${mergeUnread}`
  return { tables, insert }
}

function notifyCollections(
  db: Queries,
  action: NotificationAction,
  { by, at }: DomainEvent,
  collections: readonly NotifiedCollection[],
): NotificationStatement {
  const rows = collections.map(each => [
    each.target,
    each.listedIn,
    each.count,
    each.title,
    each.id,
    each.except,
  ])
  const tables = sql`t(target, listed_in, n, title, subject_id, except_id) as (
      select * from (${bulkRows(db, ['text', 'text', 'int', 'text', 'text', 'text'], rows)}) b
    ), up(target, id, parent_id, owner_id) as (
      select c.id, c.id, c.parent_id, c.owner_id from collections c where c.id in (select target from t)
      union all
      select up.target, c.id, c.parent_id, c.owner_id from up join collections c on c.id = up.parent_id
    ), who(target, person_id) as (
      select up.target, s.person_id from up join shares s on s.collection_id = up.id
      union
      select up.target, up.owner_id from up where up.target = up.id
    ), parts(person_id, listed_in, n, title, subject_id, place) as (
      select w.person_id, t.listed_in, sum(t.n) over (partition by w.person_id, t.listed_in), t.title, t.subject_id,
        ${latestFirst(sql`w.person_id, t.listed_in`)} from who w join t on t.target = w.target
      where w.person_id <> ${by} and w.person_id <> t.except_id
    ), recipients(person_id, listed_in, n, title, subject_id) as (
      select person_id, listed_in, n, title, subject_id from parts where place = 1
    )`
  const insert = sql`${insertNotifications}
    select ${randomId(db)}, person_id, ${castText(action)}, listed_in, ${castText(by)}, n, title, subject_id, cast(${at} as bigint)
    from recipients where true ${lockOrder(db, 'person_id, listed_in')} ${mergeUnread}`
  return { tables, insert }
}

/** A person who is notified of an event addressed to them: a share, a suggestion, an offer. */
export interface Recipient {
  personId: string
  collectionId: string
  count: number
  title: string
  /** The id of the link or suggestion that has the title; absent for the name of a collection. */
  subjectId?: string
}

/** Notifies these people of an event, in one statement. `by` is null for a visitor. */
export async function notifyRecipients(
  tx: Tx,
  { type, by, at }: Pick<DomainEvent, 'type' | 'by' | 'at'>,
  recipients: readonly Recipient[],
): Promise<void> {
  const { notification } = eventTypeEntry(type)
  if (recipients.length === 0 || notification === null) return
  const rows = recipients.map(each => [
    each.personId,
    each.collectionId,
    by,
    each.count,
    each.title,
    each.subjectId ?? null,
  ])
  await sql`${insertNotifications}
    with t(person_id, listed_in, by_id, n, title, subject_id) as (
      select * from (${bulkRows(tx, ['text', 'text', 'text', 'int', 'text', 'text'], rows)}) b
    ), parts(person_id, listed_in, by_id, n, title, subject_id, place) as (
      select person_id, listed_in, by_id, sum(n) over (partition by person_id, listed_in, by_id), title, subject_id,
        ${latestFirst(sql`person_id, listed_in, by_id`)} from t
    )
    select ${randomId(tx)}, person_id, ${castText(notification)}, listed_in, by_id, n, title, subject_id,
      cast(${at} as bigint)
    from parts where place = 1 order by person_id, listed_in ${mergeUnread}`.execute(tx)
}

const insertNotifications = sql`insert into notifications
  (id, person_id, action, collection_id, from_id, count, subject, subject_id, updated_at)`

/** Returns the place of a title among those that are merged: a notification has one title, with the id of its subject. */
const latestFirst = (group: RawBuilder<unknown>) =>
  sql`row_number() over (partition by ${group} order by title desc)`

const mergeUnread = sql`on conflict (person_id, action, collection_id) where read_at is null do update set
  count = notifications.count + excluded.count, subject = excluded.subject, subject_id = excluded.subject_id,
  updated_at = excluded.updated_at,
  several = case when notifications.several = 1 or coalesce(notifications.from_id, '') <> coalesce(excluded.from_id, '')
    then 1 else 0 end,
  from_id = excluded.from_id`
