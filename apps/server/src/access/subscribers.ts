import { sql } from 'kysely'
import type { Queries } from '../db/db.ts'
import { inList } from '../db/dialect.ts'

/**
 * A condition that is true when a webhook may receive events of a collection `c`: its owner's, or one of a
 * member. Without any webhook on the server, members are not checked.
 */
export const hasWebhook = sql<boolean>`(exists (select 1 from webhooks) and (
  exists (select 1 from webhooks w where w.owner_id = c.owner_id and w.active = 1)
  or exists (select 1 from shares s join webhooks w on w.owner_id = s.person_id and w.active = 1
    where s.owner_id = c.owner_id)))`

/** A webhook of a person who owns a collection or is a member of it, in the trash or not. */
export interface Subscriber {
  hook: string
  person: string
  /** The subscribed event types, separated by spaces. */
  events: string
  collection: string
  /** Its owner. */
  owner: string
  /** 1 when the collection belongs to the person. */
  own: number
  /** 1 when the collection is in the scope of the webhook. */
  inside: number
}

/**
 * Returns the webhooks of everyone who owns one of these collections or is a member of it or of an ancestor.
 * Webhooks limited to another collection are included, to determine whether the target of a move is visible.
 */
export function findSubscribers(db: Queries, collectionIds: readonly string[]) {
  return sql<Subscriber>`with recursive up(target, id, parent_id, owner_id) as (
      select c.id, c.id, c.parent_id, c.owner_id from collections c
        where ${inList(db, 'c.id', collectionIds)} and ${hasWebhook}
      union all
      select up.target, c.id, c.parent_id, c.owner_id from up join collections c on c.id = up.parent_id
    ), who(target, owner_id, person_id, own) as (
      select up.target, up.owner_id, up.owner_id, 1 from up where up.id = up.target
      union
      select up.target, up.owner_id, s.person_id, 0 from up join shares s on s.collection_id = up.id
    )
    select w.id as hook, w.owner_id as person, w.events, who.target as collection, who.owner_id as owner, who.own as own,
      case when w.collection_id is null
        or exists (select 1 from up u where u.target = who.target and u.id = w.collection_id) then 1 else 0 end as inside
    from who join webhooks w on w.owner_id = who.person_id and w.active = 1
    order by w.id`
}

/**
 * Returns those of these collections that a person owns or is a member of, directly or through an ancestor;
 * in the trash or not.
 */
export async function filterAccessible(
  db: Queries,
  personId: string,
  collectionIds: readonly string[],
): Promise<Set<string>> {
  if (collectionIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`with recursive up(target, id, parent_id, owner_id) as (
      select c.id, c.id, c.parent_id, c.owner_id from collections c where ${inList(db, 'c.id', collectionIds)}
      union all
      select up.target, c.id, c.parent_id, c.owner_id from up join collections c on c.id = up.parent_id
    )
    select distinct up.target as id from up where up.owner_id = ${personId}
      or exists (select 1 from shares s where s.collection_id = up.id and s.person_id = ${personId})`.execute(
    db,
  )
  return new Set(rows.map(row => row.id))
}
