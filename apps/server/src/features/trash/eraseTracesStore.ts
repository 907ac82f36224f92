import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'

/** A row of other people that may mention a deleted person's items: its key and its text. */
export interface TextRow {
  id: string | number
  text: string
}

/** The tables that contain messages to others: webhook events and deliveries of members, and reports of their jobs. */
const traceTables = {
  webhook_events: { key: 'seq', text: 'subjects' },
  webhook_deliveries: { key: 'id', text: 'events' },
  jobs: { key: 'id', text: 'report' },
} as const
export type TraceTable = keyof typeof traceTables

/** Returns the next rows after a key, in key order. */
export async function nextTexts(
  db: Queries,
  table: TraceTable,
  after: string | number | null,
  limit: number,
): Promise<TextRow[]> {
  const { key, text } = traceTables[table]
  const rest = after === null ? sql`` : sql`and ${sql.ref(key)} > ${after}`
  const hasPlaces = table === 'jobs' ? sql`and report like ${'%"placed":[{%'}` : sql``
  const { rows } = await sql<TextRow>`select ${sql.ref(key)} as id, ${sql.ref(text)} as text
    from ${sql.table(table)} where ${sql.ref(text)} is not null ${hasPlaces} ${rest}
    order by ${sql.ref(key)} limit ${limit}`.execute(db)
  return rows
}

/** Replaces a text, unless it was changed concurrently; deletes the row when the text is null. */
export async function putText(
  tx: Tx,
  table: TraceTable,
  { id, text: oldText }: TextRow,
  text: string | null,
): Promise<void> {
  const names = traceTables[table]
  const row = sql`${sql.ref(names.key)} = ${id} and ${sql.ref(names.text)} = ${oldText}`
  await (text === null
    ? sql`delete from ${sql.table(table)} where ${row}`.execute(tx)
    : sql`update ${sql.table(table)} set ${sql.ref(names.text)} = ${text} where ${row}`.execute(tx))
}

/** Returns which of these collections the person owns. */
export async function filterOwned(
  db: Queries,
  personId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select id from collections
    where owner_id = ${personId} and ${inList(db, 'id', ids)}`.execute(db)
  return new Set(rows.map(row => row.id))
}

/** Removes a person's name from queued webhook events. */
export async function clearActor(tx: Tx, personId: string): Promise<void> {
  await sql`update webhook_events set by_id = null where by_id = ${personId}`.execute(tx)
}

/**
 * Removes the titles of a person's suggestions from their recipients' notifications, including those claimed from a
 * visitor.
 */
export async function forgetSuggested(tx: Tx, personId: string): Promise<void> {
  const { rows } = await sql<{ recipient_id: string; collection_id: string; form: string }>`
    select recipient_id, collection_id, form from suggestions where suggester_id = ${personId}`.execute(tx)
  for (const { recipient_id: recipient, collection_id: collectionId, form } of rows)
    await sql`update notifications set subject = '' where person_id = ${recipient} and collection_id = ${collectionId}
      and action = 'sugg_new' and subject = ${(JSON.parse(form) as { name: string }).name}`.execute(tx)
}
