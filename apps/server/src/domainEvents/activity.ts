import { eventTypeEntry } from '@nestmark/contract/eventTypes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { truncateText } from '@nestmark/core/words/truncateText'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import { bulkRows } from '../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../db/db.ts'
import { castText, inList, randomId } from '../db/dialect.ts'
import type { Tables } from '../db/tables/allTables.ts'
import { activityMs } from '../db/tables/sharedTables.ts'
import type { DomainEvent, EventSubject } from './event.ts'

/** Events of one type by one person in one collection within this time, in milliseconds, are one entry. */
const mergeWindowMs = 600_000
/** Subjects that an entry names. */
const maxNamedSubjects = 3
/** How long an action that others see in the list can be undone, in milliseconds. */
export const sharedUndoMs = 7 * 86_400_000

/**
 * Returns the parts of the statement that writes an event into the activity list of its collections. It writes
 * nothing where neither the collection nor one above it is shared. Further events of the same type by the same
 * person extend the existing entry.
 */
export function activityStatement(
  db: Queries,
  event: DomainEvent,
  subjects: readonly EventSubject[],
): { tables: RawBuilder<unknown>; insert: RawBuilder<unknown> } {
  const { by, at } = event
  const kind = assertDefined(eventTypeEntry(event.type).activity, 'activity')
  const rows = toEntries(event, subjects)
  const tables = sql`e(listed_in, other, batch, n, subjects, undo) as (
      select * from (${bulkRows(db, ['text', 'text', 'text', 'int', 'text', 'text'], rows)}) b
    ), above(listed_in, id, parent_id, owner_id) as (
      select c.id, c.id, c.parent_id, c.owner_id from collections c where c.id in (select listed_in from e)
      union all
      select above.listed_in, c.id, c.parent_id, c.owner_id from above join collections c on c.id = above.parent_id
    )`
  const insert = sql`insert into activities
      (id, owner_id, collection_id, by_id, kind, other_id, batch, undo_id, count, subjects, at)
    select ${randomId(db)}, o.owner_id, e.listed_in, ${castText(by)}, ${castText(kind)}, e.other, e.batch,
      nullif(e.undo, ''), e.n, e.subjects, cast(${at} as bigint)
    from e join above o on o.listed_in = e.listed_in and o.id = e.listed_in
    where exists (select 1 from above a join shares s on s.collection_id = a.id where a.listed_in = e.listed_in)
    order by e.listed_in, e.other
    on conflict (batch, collection_id, kind, by_id, other_id) do update set
      count = activities.count + excluded.count,
      subjects = case when length(activities.subjects) < 600 then activities.subjects || excluded.subjects else activities.subjects end`
  return { tables, insert }
}

/** Returns the statement that retains an undo record as long as its activity entry. */
export const extendUndoRecord = (undo: string, at: number, entries: RawBuilder<unknown>) =>
  sql`update undo_records set expires_at = ${at + sharedUndoMs} where id = ${undo} and exists (${entries})`

type EntryRow = [
  listedIn: string,
  other: string,
  batch: string,
  count: number,
  subjects: string,
  undo: string,
]

/**
 * Returns which entry a subject belongs to.
 * @returns `undo` names the record by which the entry is undone; '' for none
 */
export function entryKey(
  { type, by, at, undo }: DomainEvent,
  { collectionId, displayedIn, id }: EventSubject,
): { listedIn: string; batch: string; undo: string } {
  const { activity, undo: undoKind } = eventTypeEntry(type)
  const listedIn = displayedIn ?? collectionId
  const slot = undo ?? String(Math.floor(at / mergeWindowMs))
  const batch = type === 'link.updated' ? `${slot} ${id}` : slot
  return { listedIn, batch, undo: undo ?? (undoKind ? `${activity} ${batch} ${listedIn} ${by}` : '') }
}

/**
 * Returns one entry for each collection, or for each subject that was updated. Subjects are lines of JSON, which
 * allows appending.
 */
function toEntries(event: DomainEvent, subjects: readonly EventSubject[]): EntryRow[] {
  const entries = new Map<string, EntryRow>()
  for (const subject of subjects) {
    const { other = '', id, title } = subject
    const { listedIn, batch, undo } = entryKey(event, subject)
    const key = `${listedIn} ${other} ${batch}`
    const line = `${JSON.stringify([id, truncateText(title, 150)])}\n`
    const entry = entries.get(key)
    if (!entry) entries.set(key, [listedIn, other, batch, 1, line, undo])
    else if (++entry[3] <= maxNamedSubjects) entry[4] += line
  }
  return [...entries.values()]
}

/** Parses the subjects that an entry names, each once. */
export function parseSubjects(lines: string): [id: string, name: string][] {
  const subjects = lines
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as [string, string])
  return [...new Map(subjects.map(each => [each[0], each] as const)).values()].slice(0, maxNamedSubjects)
}

/** One entry, or those of an undo record, all or in some collections only. */
export type ActivityEntries = { entry: string } | { undo: string; inside?: readonly string[] }

/** Marks entries as undone. The next event of the type of one entry begins another one. */
export async function markUndone(
  tx: Tx,
  of: ActivityEntries,
  { by, at }: { by: string; at: number },
): Promise<void> {
  const closed = 'entry' in of ? { batch: of.entry, undo_id: null } : {}
  await updateEntries(tx, of, { undone_at: at, undone_by: by, ...closed })
}

/**
 * Marks entries as not undone: the rest of them can be undone by another person.
 * @param rest the undo record of what is left
 */
export async function unmarkUndone(tx: Tx, of: ActivityEntries, rest: string): Promise<void> {
  const left = 'entry' in of ? { undo_id: rest } : {}
  await updateEntries(tx, of, { undone_at: null, undone_by: null, ...left })
}

/** Closes an entry with its undo record: the next event of its type begins another entry. */
export const detachEntry = (tx: Tx, entry: string, undo: string): Promise<void> =>
  updateEntries(tx, { entry }, { batch: entry, undo_id: undo })

async function updateEntries(
  tx: Tx,
  of: ActivityEntries,
  change: Updateable<Tables['activities']>,
): Promise<void> {
  const update = tx.updateTable('activities').set(change)
  if ('entry' in of) await update.where('id', '=', of.entry).execute()
  else {
    const ofRecord = update.where('batch', '=', of.undo)
    await (of.inside ? ofRecord.where(inList(tx, 'collection_id', of.inside)) : ofRecord).execute()
  }
}

/**
 * Deletes entries that are too old, up to `max` at a time.
 * @returns false when none is left
 */
export async function deleteExpiredActivity(tx: Tx, now: number, max = 2000): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from activities where seq in
    (select seq from activities where at < ${now - activityMs} order by at limit ${max})`.execute(tx)
  return numAffectedRows >= BigInt(max)
}
