import { assertDefined } from '@nestmark/core/assertDefined'
import { type Selectable, sql } from 'kysely'
import type { Granted } from '../../access/grant.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList, rowLock } from '../../db/dialect.ts'
import { readRow } from '../../db/statements/readRow.ts'
import type { SuggestionRow } from '../../db/tables/sharedTables.ts'

export type Suggestion = Selectable<SuggestionRow>

export interface ListedSuggestion extends Suggestion {
  from_name: string | null
  collection_name: string
  /** Whether the collection has a key: 1 or true, 0 or false. */
  is_encrypted: number | boolean
}

/** The list: suggestions received by a person, or made by a person. */
export type SuggestionBox = 'to_me' | 'by_me'

/** Inserts a suggestion. */
export async function insertSuggestion(
  tx: Tx,
  _granted: Granted<'collections.suggest'>,
  row: Pick<
    Suggestion,
    'id' | 'collection_id' | 'recipient_id' | 'suggester_id' | 'claim_hash' | 'form' | 'created_at'
  >,
): Promise<void> {
  await tx
    .insertInto('suggestions')
    .values({
      ...row,
      state: 'pending',
      word: '',
      link_id: null,
      version: 1,
      updated_at: row.created_at,
      decided_at: null,
    })
    .execute()
}

/** Returns the number of pending suggestions of a collection, and how many are from visitors. */
export async function countPendingSuggestions(
  db: Queries,
  collectionId: string,
): Promise<{ all: number; visitors: number }> {
  return readRow(
    db,
    sql<{ all: number; visitors: number }>`
    select count(*) as "all", count(*) filter (where suggester_id is null) as visitors
    from suggestions where collection_id = ${collectionId} and decided_at is null`,
  )
}

/** Returns the suggestions among `ids`, locked until the transaction ends. */
export async function lockSuggestions(tx: Tx, ids: readonly string[]): Promise<Suggestion[]> {
  // Ordered, so that concurrent decisions on the same suggestions cannot deadlock.
  return tx
    .selectFrom('suggestions')
    .selectAll()
    .where(inList(tx, 'id', ids))
    .orderBy('seq')
    .modifyEnd(rowLock(tx, 'for update'))
    .execute()
}

/** Returns a page of a list, the newest first. Excludes pending suggestions for a collection in the trash. */
export async function listSuggestions(
  db: Queries,
  { side, personId, ids }: { side: SuggestionBox; personId: string; ids?: readonly string[] },
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedSuggestion[]> {
  const { rows } = await sql<ListedSuggestion>`
    select s.*, u.name as from_name, c.name as collection_name, c.enc_id is not null as is_encrypted
    from suggestions s join collections c on c.id = s.collection_id left join "user" u on u.id = s.suggester_id
    where ${onList(side, personId)} ${ids ? sql`and ${inList(db, 's.id', ids)}` : sql``}
    order by s.seq desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

const onList = (side: SuggestionBox, personId: string) =>
  side === 'to_me'
    ? sql`s.recipient_id = ${personId} and s.decided_at is null and c.trashed_by is null`
    : sql`s.suggester_id = ${personId}`

/** Returns the length of both lists, and whether readers can suggest links for a collection of the person. */
export async function readSuggestionCounts(
  db: Queries,
  personId: string,
): Promise<{ to_me: number; by_me: number; enable_sugg: 0 | 1 }> {
  const count = (
    side: SuggestionBox,
  ) => sql`(select count(*) from suggestions s join collections c on c.id = s.collection_id
    where ${onList(side, personId)})`
  return readRow(
    db,
    sql<{ to_me: number; by_me: number; enable_sugg: 0 | 1 }>`
    select ${count('to_me')} as to_me, ${count('by_me')} as by_me, case when exists (
      select 1 from collections where owner_id = ${personId} and enable_sugg = 1 and trashed_by is null
    ) then 1 else 0 end as enable_sugg`,
  )
}

/** Updates the form of a suggestion and increments its version. */
export async function setForm(tx: Tx, seq: number, form: string, now: number): Promise<void> {
  await tx
    .updateTable('suggestions')
    .set({ form, updated_at: now, version: sql`version + 1` })
    .where('seq', '=', seq)
    .execute()
}

/** Marks suggestions as approved, each with the created link, which is what their notifications name from now on. */
export async function setApproved(
  tx: Tx,
  _granted: Granted<'collections.add'>,
  made: readonly (readonly [id: string, linkId: string])[],
  now: number,
): Promise<void> {
  await sql`update suggestions set state = 'approved', link_id = d.link, decided_at = ${now}, updated_at = ${now}
    from (with d(id, link) as (${bulkRows(tx, ['text', 'text'], made)}) select * from d) d
    where suggestions.id = d.id`.execute(tx)
  const links = new Map(made)
  const ids = [...links.keys()]
  const { rows: naming } = await sql<{
    seq: number
    id: string
  }>`select seq, subject_id as id from notifications
    where collection_id in (select collection_id from suggestions where ${inList(tx, 'id', ids)})
      and ${inList(tx, 'subject_id', ids)}`.execute(tx)
  if (naming.length === 0) return
  const renamed = naming.map(({ seq, id }) => [seq, assertDefined(links.get(id), 'link')] as const)
  await sql`update notifications set subject_id = d.link
    from (with d(seq, link) as (${bulkRows(tx, ['int', 'text'], renamed)}) select * from d) d
    where notifications.seq = d.seq`.execute(tx)
}

/** Marks suggestions as rejected, with a message to their suggesters. */
export async function setRejected(tx: Tx, seqs: readonly number[], word: string, now: number): Promise<void> {
  await sql`update suggestions set state = 'rejected', word = ${word}, decided_at = ${now}, updated_at = ${now}
    where ${inList(tx, 'seq', seqs)}`.execute(tx)
}

/**
 * Marks the notifications about new suggestions as read, for collections in which none waits any more. Their owners have
 * seen them all, or they were withdrawn.
 */
export async function markDecidedRead(
  tx: Tx,
  rows: readonly Pick<Suggestion, 'collection_id'>[],
  now: number,
): Promise<void> {
  const ids = [...new Set(rows.map(row => row.collection_id))]
  await sql`update notifications set read_at = ${now}
    where action = 'sugg_new' and read_at is null and ${inList(tx, 'collection_id', ids)} and not exists
      (select 1 from suggestions s where s.collection_id = notifications.collection_id and s.decided_at is null)`.execute(
    tx,
  )
}

/** Deletes suggestions. */
export async function deleteRows(tx: Tx, seqs: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('suggestions')
    .where(inList(tx, 'seq', seqs))
    .execute()
}

/**
 * Assigns unclaimed suggestions to a person, by the hashes of their secrets. Excludes suggestions to the person's own
 * collections.
 * @returns the claimed suggestions
 */
export async function claim(
  tx: Tx,
  personId: string,
  claims: readonly (readonly [id: string, hash: string])[],
): Promise<Pick<Suggestion, 'id' | 'recipient_id'>[]> {
  const { rows } = await sql<Pick<Suggestion, 'id' | 'recipient_id'>>`
    update suggestions set suggester_id = ${personId}, claim_hash = null
    from (with d(id, hash) as (${bulkRows(tx, ['text', 'text'], claims)}) select * from d) d
    where suggestions.id = d.id and suggestions.claim_hash = d.hash and suggestions.suggester_id is null
      and suggestions.recipient_id <> ${personId}
    returning suggestions.id, suggestions.recipient_id`.execute(tx)
  return rows
}
