import { type Selectable, sql } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import { rowLock } from '../../../db/dialect.ts'
import type { CustomerRow } from '../../../db/tables/paymentTables.ts'

export type Customer = Selectable<CustomerRow>

/** Returns a person as a customer; undefined before the first purchase. */
export async function findCustomer(db: Queries, personId: string): Promise<Customer | undefined> {
  return db.selectFrom('customers').selectAll().where('person_id', '=', personId).executeTakeFirst()
}

/** Returns the person behind a customer of the payment provider; undefined for customers of other services. */
export async function findPersonOfCustomer(db: Queries, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('customers')
    .select('person_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.person_id
}

/** Makes a person a customer, or replaces the customer that the provider does not know any more. */
export async function putCustomer(
  tx: Tx,
  { personId, customerId, now }: { personId: string; customerId: string; now: number },
): Promise<void> {
  await tx
    .insertInto('customers')
    .values({ person_id: personId, customer_id: customerId, created_at: now })
    .onConflict(conflict => conflict.column('person_id').doUpdateSet({ customer_id: customerId }))
    .execute()
}

/** Numbers a question to the provider about a person's purchases; undefined when the person is no customer. */
export async function startQuestion(
  tx: Tx,
  personId: string,
): Promise<Pick<Customer, 'customer_id' | 'started'> | undefined> {
  return tx
    .updateTable('customers')
    .set(eb => ({ started: eb('started', '+', 1) }))
    .where('person_id', '=', personId)
    .returning(['customer_id', 'started'])
    .executeTakeFirst()
}

/** Locks the row of a customer until the transaction ends. */
export async function lockCustomer(tx: Tx, personId: string): Promise<Customer | undefined> {
  const { rows } = await sql<Customer>`select * from customers where person_id = ${personId}
    ${rowLock(tx, 'for update')}`.execute(tx)
  return rows[0]
}

/** Records what the provider answered. */
export async function putAnswer(
  tx: Tx,
  personId: string,
  answer: Pick<Customer, 'applied' | 'bought' | 'renewing' | 'failed_invoice'>,
): Promise<void> {
  await tx.updateTable('customers').set(answer).where('person_id', '=', personId).execute()
}

/** Records an event of the provider; returns false when it arrived before. */
export async function recordEvent(
  tx: Tx,
  event: { id: string; type: string; createdAt: number; now: number },
): Promise<boolean> {
  const { id, type, createdAt, now } = event
  const added = await tx
    .insertInto('payment_events')
    .values({ id, type, created_at: createdAt, received_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes events that arrived before a time. */
export async function deleteEvents(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('payment_events').where('received_at', '<', before).execute()
}

/** Returns some people whose invoice was due before a time, and whose plan nothing has renewed since. */
export async function listLateRenewals(db: Queries, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('customers as c')
    .innerJoin('people as p', 'p.id', 'c.person_id')
    .select('p.id')
    .where('c.renewing', '=', 1)
    .where('p.plan_renews', '=', 1)
    .where('p.plan_until', '<', before)
    .where('p.closed_at', 'is', null)
    .limit(1000)
    .execute()
  return rows.map(row => row.id)
}

/** Returns whether a job of this kind is due for a person. It will ask the provider later than now. */
export async function isDue(tx: Tx, personId: string, kind: string, now: number): Promise<boolean> {
  const { rows } = await sql`select id from jobs where queue = ${kind} and queue_key = ${personId}
    and finished_at is null and lease_until is null and run_after <= ${now} limit 1`.execute(tx)
  return rows.length > 0
}
