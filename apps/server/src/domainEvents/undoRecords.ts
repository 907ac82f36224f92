import { eventTypeEntry } from '@nestmark/contract/eventTypes'
import { type RawBuilder, sql } from 'kysely'
import { bulkRows } from '../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../db/db.ts'
import { castText } from '../db/dialect.ts'
import { type UndoKind, recordLinks } from '../undo/store.ts'
import { entryKey, sharedUndoMs } from './activity.ts'
import type { DomainEvent, EventSubject } from './event.ts'

/**
 * Returns the statement that opens the undo records of activity entries; without an entry, it writes nothing.
 * @param existing whether an open record is left unchanged or renewed
 */
function openUndoRecords(
  db: Queries,
  event: DomainEvent,
  subjects: readonly EventSubject[],
  existing: 'stays' | 'renewed',
): RawBuilder<unknown> {
  const { activity, undo: kind } = eventTypeEntry(event.type)
  const { by, at } = event
  const entries = new Map(
    subjects.map(each => {
      const { undo, batch, listedIn } = entryKey(event, each)
      return [undo, [undo, batch, listedIn]]
    }),
  )
  return sql`insert into undo_records (id, person_id, kind, target, at, expires_at)
    with e(undo, batch, listed_in) as (${bulkRows(db, ['text', 'text', 'text'], [...entries.values()])})
    select e.undo, a.by_id, cast(${kind} as text), null, cast(${at} as bigint), cast(${at + sharedUndoMs} as bigint)
    from e join activities a on a.batch = e.batch and a.collection_id = e.listed_in and a.kind = ${activity} and a.by_id = ${by}
    where true order by e.undo on conflict (id)
    ${existing === 'stays' ? sql`do nothing` : sql`do update set expires_at = excluded.expires_at`}`
}

/**
 * Returns the statements that record what was created, so that it can be undone from the list. They run after
 * the statement of the entry.
 */
export function recordAdditions(
  db: Queries,
  event: DomainEvent,
  subjects: readonly EventSubject[],
): RawBuilder<unknown>[] {
  const { undo: kind } = eventTypeEntry(event.type)
  if (kind !== 'addLinks' && kind !== 'addCollections') return []
  const rows = subjects.map(each => {
    const { undo, listedIn } = entryKey(event, each)
    return [undo, each.id, listedIn]
  })
  const created = sql`with e(undo, id, listed_in) as (${bulkRows(db, ['text', 'text', 'text'], rows)})`
  return [
    openUndoRecords(db, event, subjects, 'stays'),
    kind === 'addLinks'
      ? sql`insert into undo_links (undo_id, link_seq, old_state, old_at)
          ${created} select e.undo, l.seq, e.listed_in, 0 from e join undo_records d on d.id = e.undo join links l on l.id = e.id
          where true on conflict do nothing`
      : sql`insert into undo_collections (undo_id, collection_id, old_state, old_at)
          ${created} select e.undo, e.id, e.listed_in, 0 from e join undo_records d on d.id = e.undo
          where true on conflict do nothing`,
  ]
}

/**
 * Records an edit of a shared link or collection, so that it can be undone from the list. Edits of one person
 * within one entry are merged, unless another person edited it in between: then only the last edit is undone.
 * @param values the previous values and the new ones, as JSON
 */
export async function recordEdit(
  tx: Tx,
  event: DomainEvent,
  subject: EventSubject,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const { numAffectedRows = 0n } = await openUndoRecords(tx, event, [subject], 'renewed').execute(tx)
  if (numAffectedRows === 0n) return
  const { undo } = entryKey(event, subject)
  const isLink = event.type === 'link.updated'
  await sql`insert into undo_edits (undo_id, link_id, collection_id, old_value, new_value)
    values (${undo}, ${isLink ? subject.id : null}, ${isLink ? null : subject.id}, ${before}, ${after})
    on conflict (undo_id) do update set
      old_value = case when undo_edits.new_value = excluded.old_value then undo_edits.old_value else excluded.old_value end,
      new_value = excluded.new_value`.execute(tx)
}

/** A link, its previous collection, and its position in the manual order there. */
interface PreviousLocation {
  id: string
  seq: number
  collection_id: string
  position: number
}

/**
 * Records a move by the edit form of a shared link together with the fields that the form changed: both are
 * undone from the list. Writes nothing without an entry.
 * @param values `was` are the previous values as JSON, `became` the new ones
 */
export async function recordFormMove(
  tx: Tx,
  { undo, by, at }: { undo: string; by: string; at: number },
  { link, to, before, after }: { link: PreviousLocation; to: string; before: string; after: string },
): Promise<void> {
  const kind: UndoKind = 'moveLinks'
  const { numAffectedRows = 0n } =
    await sql`insert into undo_records (id, person_id, kind, target, at, expires_at)
    select ${castText(undo)}, ${castText(by)}, ${castText(kind)}, ${castText(to)}, cast(${at} as bigint), cast(${at + sharedUndoMs} as bigint)
    where exists (select 1 from activities where batch = ${undo})`.execute(tx)
  if (numAffectedRows === 0n) return
  await recordLinks(tx, undo, [[link.seq, link.collection_id, link.position]])
  if (before !== after)
    await tx
      .insertInto('undo_edits')
      .values({ undo_id: undo, link_id: link.id, collection_id: null, old_value: before, new_value: after })
      .execute()
}
