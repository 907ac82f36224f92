import { pluck } from '@nestmark/core/pluck'
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { inList, joinInOrder } from '../../db/dialect.ts'
import { readAncestors } from './store.ts'

/**
 * Deletes the requests of people for collections and everything below them: a share answers a request, so that it is
 * not listed again, and blocks no new one, when the share ends. It climbs from the requests of these people, which are
 * few, because a subtree can be large.
 */
export async function endAccessRequests(
  tx: Tx,
  { collectionIds, personIds }: { collectionIds: readonly string[]; personIds: readonly string[] },
): Promise<void> {
  if (collectionIds.length === 0 || personIds.length === 0) return
  const ends = inList(tx, 'id', collectionIds)
  await sql`with recursive up(requested, id) as (
      select r.collection_id, c.id from access_requests r ${joinInOrder(tx)} collections c on c.id = r.collection_id
      where ${inList(tx, 'r.person_id', personIds)}
        and c.owner_id in (select owner_id from collections where ${ends})
      union
      select up.requested, c.parent_id from up ${joinInOrder(tx)} collections c on c.id = up.id
      where c.parent_id is not null
    )
    delete from access_requests where ${inList(tx, 'person_id', personIds)}
      and collection_id in (select requested from up where ${ends})`.execute(tx)
}

/**
 * Deletes the requests for moved collections and everything below them, of the people who have access through a share
 * of the new parent or of a collection above it.
 */
export async function endRequestsAfterMove(
  tx: Tx,
  { collectionIds, to }: { collectionIds: readonly string[]; to: string },
): Promise<void> {
  const path = await readAncestors(tx, [to])
  const people = await tx
    .selectFrom('shares as s')
    .innerJoin('access_requests as r', 'r.person_id', 's.person_id')
    .select('s.person_id')
    .distinct()
    .where(inList(tx, 's.collection_id', pluck(path, 'id')))
    .execute()
  await endAccessRequests(tx, { collectionIds, personIds: people.map(each => each.person_id) })
}
