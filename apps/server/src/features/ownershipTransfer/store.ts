import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import type { OfferRow } from '../../db/tables/sharedTables.ts'

/** The maximum number of listed offers. */
const maxListed = 200

export async function findOffer(db: Queries, collectionId: string): Promise<OfferRow | undefined> {
  return db.selectFrom('offers').selectAll().where('collection_id', '=', collectionId).executeTakeFirst()
}

/** Stores an offer in place of an earlier one. */
export async function putOffer(tx: Tx, offer: OfferRow): Promise<void> {
  await deleteOffers(tx, [offer.collection_id])
  await tx.insertInto('offers').values(offer).execute()
}

/**
 * Deletes the offers of these collections, and their unread notifications.
 * @returns the number of offers
 */
export async function deleteOffers(tx: Tx, collectionIds: readonly string[]): Promise<number> {
  await tx
    .deleteFrom('notifications')
    .where(inList(tx, 'collection_id', collectionIds))
    .where('action', '=', 'offer_new')
    .where('read_at', 'is', null)
    .execute()
  const done = await tx
    .deleteFrom('offers')
    .where(inList(tx, 'collection_id', collectionIds))
    .executeTakeFirst()
  return Number(done.numDeletedRows)
}

export interface ListedOffer {
  collection_id: string
  name: string
  created_at: number
  owner_name: string
  owner_email: string
  person_id: string
  person_email: string
}

/** Returns the offers to a person, or by one, of live collections that still belong to the offerer. */
export async function selectOffers(
  db: Queries,
  whose: 'person_id' | 'owner_id',
  id: string,
): Promise<ListedOffer[]> {
  const { rows } = await sql<ListedOffer>`
    select o.collection_id, c.name, o.created_at, a.name as owner_name, a.email as owner_email,
      o.person_id, b.email as person_email
    from offers o
    join collections c on c.id = o.collection_id and c.owner_id = o.owner_id and c.trashed_by is null
    join "user" a on a.id = o.owner_id join "user" b on b.id = o.person_id
    where ${sql.ref(`o.${whose}`)} = ${id}
    order by o.created_at desc, o.collection_id limit ${maxListed}`.execute(db)
  return rows
}

/** Returns the number of live links and collections in each of these subtrees, without the tops, in one statement. */
export async function countBySubtree(
  db: Queries,
  tops: readonly string[],
): Promise<Map<string, { links: number; folders: number }>> {
  if (tops.length === 0) return new Map()
  const { rows } = await sql<{ top: string; links: number; folders: number }>`
    with recursive down(top, id, n) as (
      select id, id, n1 + n2 + n3 + n4 + n5 from collections where ${inList(db, 'id', tops)}
      union all
      select down.top, c.id, c.n1 + c.n2 + c.n3 + c.n4 + c.n5 from down
      join collections c on c.parent_id = down.id and c.trashed_by is null
    ) select top, sum(n) as links, count(*) - 1 as folders from down group by top`.execute(db)
  return new Map(rows.map(({ top, ...counts }) => [top, counts]))
}
