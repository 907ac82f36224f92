import type { Queries, Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'

/**
 * How long a person must wait before a repeated request for the same collection, and how long the owner sees a
 * request; in milliseconds.
 */
const repeatMs = 7 * 86_400_000
const listedMs = 30 * 86_400_000

/**
 * Stores a person's request for access.
 * @returns false when the last one is less than a week old
 */
export async function putAccessRequest(
  tx: Tx,
  { collectionId, personId, now }: { collectionId: string; personId: string; now: number },
): Promise<boolean> {
  const row = await tx
    .insertInto('access_requests')
    .values({ collection_id: collectionId, person_id: personId, created_at: now, declined_at: null })
    .onConflict(conflict =>
      conflict
        .columns(['collection_id', 'person_id'])
        .doUpdateSet({ created_at: now, declined_at: null })
        .where('access_requests.created_at', '<=', now - repeatMs),
    )
    .returning('created_at')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns who asked for access to a collection in the last 30 days and is not a member, the latest first.
 * @param path the collection and its ancestors
 */
export async function listAccessRequests(
  db: Queries,
  collectionId: string,
  { path, now }: { path: readonly string[]; now: number },
) {
  return db
    .selectFrom('access_requests as r')
    .innerJoin('user as u', 'u.id', 'r.person_id')
    .select(['u.id', 'u.email', 'u.name', 'r.created_at'])
    .where('r.collection_id', '=', collectionId)
    .where('r.created_at', '>', now - listedMs)
    .where('r.declined_at', 'is', null)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shares as s')
            .select('s.person_id')
            .whereRef('s.person_id', '=', 'r.person_id')
            .where(inList(db, 's.collection_id', path)),
        ),
      ),
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('u.id')
    .limit(200)
    .execute()
}

/** Records that a request was declined. The row remains, so that the person cannot repeat the request immediately. */
export async function declineAccessRequest(
  tx: Tx,
  { collectionId, personId, now }: { collectionId: string; personId: string; now: number },
): Promise<void> {
  await tx
    .updateTable('access_requests')
    .set({ declined_at: now })
    .where('collection_id', '=', collectionId)
    .where('person_id', '=', personId)
    .execute()
}

/** Deletes requests that are no longer listed. */
export async function deleteOldAccessRequests(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('access_requests')
    .where('created_at', '<=', now - listedMs)
    .execute()
}
