import type { NotificationAction } from '@nestmark/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import { bulkRows } from '../db/bulk.ts'
import type { Queries, Tx } from '../db/db.ts'
import { isPostgres, randomId } from '../db/dialect.ts'

/** What happened in a collection: how much of it, and the name of one of the things. */
export interface Happened {
  collectionId: string
  /** Where it is told to have happened, when that is another one: what is trashed is told of the collection around it. */
  place?: string | null
  count: number
  about: string
}

/**
 * The statement that tells everybody who shares a collection, directly or by one above it, what somebody did there: its
 * owner and its members, never the one who did it. It is one, however many they are, and writes nothing where nobody
 * shares. What is unread of the same kind and place grows instead of becoming more.
 */
export function telling(
  db: Queries,
  action: NotificationAction,
  by: string,
  happened: readonly Happened[],
  now: number,
): RawBuilder<unknown> {
  const rows = happened.map(each => [
    each.collectionId,
    each.place ?? each.collectionId,
    each.count,
    each.about,
  ])
  return sql`${begin}
    with recursive t(target, place, n, about) as (
      select * from (${bulkRows(db, ['text', 'text', 'int', 'text'], rows)}) b
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
      where w.person_id <> ${by} group by w.person_id, t.place
    )
    select ${randomId(db)}, person_id, ${cast(action)}, place, ${cast(by)}, n, about, cast(${now} as bigint)
    from told where true order by person_id, place ${end}`
}

/**
 * False when the person shares nothing, so that nobody can be told. On PostgreSQL it is always true: one more statement of
 * a batch costs less there than a way to the database for asking.
 */
export async function mayBeTold(db: Queries, ownerId: string): Promise<boolean> {
  if (isPostgres(db)) return true
  const { rows } = await sql`select 1 from shares where owner_id = ${ownerId} limit 1`.execute(db)
  return rows.length > 0
}

/** Does so. */
export async function tellAll(
  tx: Tx,
  action: NotificationAction,
  by: string,
  happened: readonly Happened[],
  now: number,
): Promise<void> {
  if (happened.length > 0) await telling(tx, action, by, happened, now).execute(tx)
}

/**
 * Tells certain people, in one statement.
 * @param by null for a visitor
 */
export async function tellPeople(
  tx: Tx,
  action: NotificationAction,
  by: string | null,
  told: readonly (Happened & { personId: string })[],
  now: number,
): Promise<void> {
  if (told.length === 0) return
  const rows = told.map(each => [each.personId, each.collectionId, by, each.count, each.about])
  await sql`${begin}
    with t(person_id, place, by_id, n, about) as (
      select * from (${bulkRows(tx, ['text', 'text', 'text', 'int', 'text'], rows)}) b
    )
    select ${randomId(tx)}, person_id, ${cast(action)}, place, by_id, sum(n), max(about), cast(${now} as bigint)
    from t where true group by person_id, place, by_id order by person_id, place ${end}`.execute(tx)
}

// PostgreSQL must be told what a parameter is that is only selected.
const cast = (text: string) => sql`cast(${text} as text)`

const begin = sql`insert into notifications (id, person_id, action, collection_id, from_id, count, about, updated_at)`
const end = sql`on conflict (person_id, action, collection_id) where read_at is null do update set
  count = notifications.count + excluded.count, about = excluded.about, updated_at = excluded.updated_at,
  several = case when notifications.several = 1 or coalesce(notifications.from_id, '') <> coalesce(excluded.from_id, '')
    then 1 else 0 end,
  from_id = excluded.from_id`
