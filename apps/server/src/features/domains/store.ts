import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import type { DomainRow } from '../../db/tables/sharedTables.ts'
import { countRows } from '../../db/statements/readRow.ts'

export type HostOfCollection = Selectable<DomainRow>

/** Returns the host that a person has set for a collection. */
export function findDomain(
  db: Queries,
  collectionId: string,
  personId: string,
): Promise<HostOfCollection | undefined> {
  return db
    .selectFrom('domains')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** Returns a row by its id. */
export function readDomain(db: Queries, id: string): Promise<HostOfCollection | undefined> {
  return db.selectFrom('domains').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the verified row of a host, of any owner. */
export function findVerified(db: Queries, host: string): Promise<HostOfCollection | undefined> {
  return db
    .selectFrom('domains')
    .selectAll()
    .where('host', '=', host)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
}

/** Returns the collection that a verified host shows, with the plan of its owner, who is the person that has set the host. */
export async function findShown(db: Queries, host: string) {
  const { rows } = await sql<{ collection_id: string; token: string; plan: number }>`
    select d.collection_id, d.token, p.plan from domains d
    join collections c on c.id = d.collection_id and c.owner_id = d.person_id
    join people p on p.id = d.person_id and p.closed_at is null
    where d.host = ${host} and d.verified_at is not null`.execute(db)
  return rows[0]
}

/** Returns the hosts that are verified, and those that were: a lost host does not become one of the app. */
export async function listOwnHosts(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('host')
    .where(eb => eb.or([eb('verified_at', 'is not', null), eb('failing_since', 'is not', null)]))
    .execute()
  return rows.map(row => row.host)
}

/** Returns the number of hosts that a person has set. */
export function countDomains(db: Queries, personId: string): Promise<number> {
  return countRows(db, sql`select 1 from domains where person_id = ${personId}`)
}

/** Replaces the host of a collection, also one that another owner has set before. */
export async function replaceDomain(tx: Tx, row: Insertable<DomainRow>): Promise<void> {
  await tx.deleteFrom('domains').where('collection_id', '=', row.collection_id).execute()
  await tx.insertInto('domains').values(row).execute()
}

/** Changes a row. @throws a duplicate error when another row has its host verified */
export async function changeDomain(tx: Tx, id: string, change: Updateable<DomainRow>): Promise<void> {
  await tx.updateTable('domains').set(change).where('id', '=', id).execute()
}

/** Deletes a row. */
export async function removeDomain(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('domains').where('id', '=', id).execute()
}

/** Returns some verified hosts whose last check was before a time: `failing` for those that it did not prove. */
export function listDue(db: Queries, before: { proven: number; failing: number }) {
  return db
    .selectFrom('domains')
    .select(['id', 'person_id'])
    .where('verified_at', 'is not', null)
    .where('checked_at', '<', before.failing)
    .where(eb => eb.or([eb('failing_since', 'is not', null), eb('checked_at', '<', before.proven)]))
    .orderBy('checked_at')
    .limit(500)
    .execute()
}
