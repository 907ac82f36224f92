import { sql } from 'kysely'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import type { OfferRow } from '../../db/tables/sharedTables.ts'
import { tables, tablesWhere } from '../../db/tables/allTables.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { CollectionRow } from '../../db/tables/libraryTables.ts'
import { hasRow } from '../../db/statements/readRow.ts'

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

/** Deletes the offers of these collections, and their unread notifications. */
export async function deleteOffers(tx: Tx, collectionIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where(inList(tx, 'collection_id', collectionIds))
    .where('action', '=', 'offer_new')
    .where('read_at', 'is', null)
    .execute()
  await tx
    .deleteFrom('offers')
    .where(inList(tx, 'collection_id', collectionIds))
    .execute()
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

export async function findCollection(db: Queries, id: string): Promise<CollectionRow | undefined> {
  return db.selectFrom('collections').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns whether there is an open account with this id. */
export async function hasAccount(db: Queries, personId: string): Promise<boolean> {
  return hasRow(db.selectFrom('people').where('id', '=', personId).where('closed_at', 'is', null))
}

export async function setOwner(tx: Tx, collections: readonly string[], to: string): Promise<void> {
  await sql`update collections set owner_id = ${to} where ${inList(tx, 'id', collections)}`.execute(tx)
}

/** Places a transferred collection in the tree of its new owner, for members only at least. */
export async function setPlace(
  tx: Tx,
  id: string,
  { parentId, readLevel, now }: { parentId: string; readLevel: number; now: number },
): Promise<void> {
  await tx
    .updateTable('collections')
    .set({ parent_id: parentId, position: 0, read_level: readLevel, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Transfers the shares of collections: the new owner's own end, and the previous owner may write to the top. */
export async function setOwnerOfShares(
  tx: Tx,
  collections: readonly string[],
  top: string,
  { from, to, at }: { from: string; to: string; at: number },
): Promise<void> {
  const inside = inList(tx, 'collection_id', collections)
  await sql`delete from shares where person_id = ${to} and ${inside}`.execute(tx)
  await sql`update shares set owner_id = ${to} where ${inside}`.execute(tx)
  await sql`insert into shares (collection_id, person_id, owner_id, may_write, created_at)
    values (${top}, ${from}, ${to}, 1, ${at})
    on conflict (collection_id, person_id) do update set may_write = 1`.execute(tx)
}

/** Transfers or deletes the rows of other tables that reference collections, by their declarations. */
export async function transferEntries(tx: Tx, collections: readonly string[], to: string): Promise<void> {
  const inside = inList(tx, 'collection_id', collections)
  for (const name of tablesWhere(({ transfer }) => transfer === 'moves'))
    await sql`update ${sql.table(name)} set ${sql.ref(assertDefined(tables[name].owner, 'owner'))} = ${to}
      where ${inside}`.execute(tx)
  for (const name of tablesWhere(({ transfer }) => transfer === 'ends'))
    await sql`delete from ${sql.table(name)} where ${inside}`.execute(tx)
}

/** Stores the keys of links in the files of a job, part by part, for `firstPart`. */
export async function storeParts(tx: Tx, job: string, parts: readonly (readonly number[])[]): Promise<void> {
  if (parts.length === 0) return
  const files = parts.map((part, n) => [job, n, Buffer.from(JSON.stringify(part)).toString('hex')])
  await sql`insert into job_files (job_id, part, bytes)
    ${bulkRows(tx, ['text', 'int', 'bytes'], files)}`.execute(tx)
}

/** Returns the first stored part of a job: its number and the keys of its links. */
export async function firstPart(tx: Tx, job: string): Promise<{ part: number; seqs: number[] } | undefined> {
  const row = await tx
    .selectFrom('job_files')
    .select(['part', 'bytes'])
    .where('job_id', '=', job)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst()
  return row && { part: row.part, seqs: JSON.parse(Buffer.from(row.bytes).toString()) as number[] }
}

export async function deletePart(tx: Tx, job: string, part: number): Promise<void> {
  await tx.deleteFrom('job_files').where('job_id', '=', job).where('part', '=', part).execute()
}
