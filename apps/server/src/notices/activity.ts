import type { ActivityKind } from '@nestmark/contract/activity'
import { cutText } from '@nestmark/core/cutText'
import { type RawBuilder, sql } from 'kysely'
import { bulkRows } from '../db/bulk.ts'
import type { Queries, Tx } from '../db/db.ts'
import { asText, inList, randomId } from '../db/dialect.ts'
import type { DeedKind } from '../deeds/store.ts'
import type { Happened, Told } from './happened.ts'

/** What one person does of one kind in one place within so many milliseconds is one entry of the list. */
const slotMs = 600_000
/** So many things of an entry are kept by name. */
const named = 3
/** How long a deed that others see in the list can be taken back, in milliseconds. */
export const sharedUndoMs = 7 * 86_400_000

/**
 * The parts of the statement that writes down what somebody did where others are let in, by the collection itself or by
 * one above it; where nobody is, it writes nothing. More of the same by the same person grows the entry that is there.
 * A row of `logged` for each entry.
 */
export function logging(
  db: Queries,
  { kind, by, at, deed }: Told,
  happened: readonly Happened[],
): { tables: RawBuilder<unknown>; insert: RawBuilder<unknown> } {
  const rows = entriesOf({ kind, by, at, deed }, happened)
  const tables = sql`e(place, other, batch, n, things, deed) as (
      select * from (${bulkRows(db, ['text', 'text', 'text', 'int', 'text', 'text'], rows)}) b
    ), above(place, id, parent_id, owner_id) as (
      select c.id, c.id, c.parent_id, c.owner_id from collections c where c.id in (select place from e)
      union all
      select above.place, c.id, c.parent_id, c.owner_id from above join collections c on c.id = above.parent_id
    )`
  const insert = sql`insert into activities
      (id, owner_id, collection_id, by_id, kind, other_id, batch, deed_id, count, things, at)
    select ${randomId(db)}, o.owner_id, e.place, ${asText(by)}, ${asText(kind)}, e.other, e.batch,
      nullif(e.deed, ''), e.n, e.things, cast(${at} as bigint)
    from e join above o on o.place = e.place and o.id = e.place
    where exists (select 1 from above a join shares s on s.collection_id = a.id where a.place = e.place)
    order by e.place, e.other
    on conflict (batch, collection_id, kind, by_id, other_id) do update set
      count = activities.count + excluded.count,
      things = case when length(activities.things) < 600 then activities.things || excluded.things else activities.things end`
  return { tables, insert }
}

/** Keeps a deed's record longer where others see it, so that it can be taken back from the list. */
export const keepingLonger = (deed: string, at: number, logged: RawBuilder<unknown>) =>
  sql`update deeds set expires_at = ${at + sharedUndoMs} where id = ${deed} and exists (${logged})`

/** Kinds that are no deed of their own: what is needed to take them back is recorded under a key made of the entry. */
const recorded: Partial<Record<ActivityKind, DeedKind>> = {
  add_links: 'addLinks',
  add_folders: 'addCollections',
  change_link: 'editLink',
  change_folder: 'editCollection',
}

/** Which deed the activity list keeps of such a kind. */
export const recordedAs = (kind: ActivityKind): DeedKind | undefined => recorded[kind]

type Row = [place: string, other: string, batch: string, count: number, things: string, deed: string]

type Entry = Pick<Told, 'kind' | 'by' | 'at' | 'deed'>

/** What belongs to one entry, and the key of the deed by which that is taken back; '' for none. */
export function slotOf({ kind, by, at, deed }: Entry, { collectionId, place, thing }: Happened) {
  const where = place ?? collectionId
  const slot = deed ?? String(Math.floor(at / slotMs))
  const batch = kind === 'change_link' ? `${slot} ${thing}` : slot
  return { where, batch, deed: deed ?? (recorded[kind] ? `${kind} ${batch} ${where} ${by}` : '') }
}

/** One entry for each place, or for each thing where it was changed. Things are lines of JSON, so that more can follow. */
function entriesOf(told: Entry, happened: readonly Happened[]) {
  const entries = new Map<string, Row>()
  for (const each of happened) {
    const { other = '', thing, about } = each
    const { where, batch, deed } = slotOf(told, each)
    const key = `${where} ${other} ${batch}`
    const line = `${JSON.stringify([thing, cutText(about, 150)])}\n`
    const entry = entries.get(key)
    if (!entry) entries.set(key, [where, other, batch, 1, line, deed])
    else if (++entry[3] <= named) entry[4] += line
  }
  return [...entries.values()]
}

/** The things of an entry that were kept by name, each once. */
export function thingsOf(lines: string): [id: string, name: string][] {
  const things = lines
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as [string, string])
  return [...new Map(things.map(each => [each[0], each] as const)).values()].slice(0, named)
}

/**
 * Notes that entries were taken back.
 * @param inside only those in these collections; all of the deed when absent
 */
export async function markUndone(
  tx: Tx,
  { deed, by, at }: { deed: string; by: string; at: number },
  inside?: readonly string[],
): Promise<void> {
  await tx
    .updateTable('activities')
    .set({ undone_at: at, undone_by: by })
    .where('batch', '=', deed)
    .$if(inside !== undefined, query => query.where(inList(tx, 'collection_id', inside!)))
    .execute()
}

/** Makes an entry stand by itself with its record: what follows of its kind begins another entry. */
export async function detachEntry(tx: Tx, { entry, deed }: { entry: string; deed: string }): Promise<void> {
  const change = { batch: entry, deed_id: deed }
  await tx.updateTable('activities').set(change).where('id', '=', entry).execute()
}

/** Notes the same of an entry that is no deed of its own: what follows of its kind begins another one. */
export async function markEntryUndone(
  tx: Tx,
  { entry, by, at }: { entry: string; by: string; at: number },
): Promise<void> {
  const change = { undone_at: at, undone_by: by, batch: entry, deed_id: null }
  await tx.updateTable('activities').set(change).where('id', '=', entry).execute()
}

/**
 * Takes the note away that entries were taken back: what is left of them can be taken back by somebody else.
 * @param of one entry with the record of what is left, or the entries of a deed, all or those in some collections
 */
export async function unmarkUndone(
  tx: Tx,
  of: { entry: string; deed: string } | { deed: string; inside?: readonly string[] },
): Promise<void> {
  const change = { undone_at: null, undone_by: null }
  if ('entry' in of)
    await tx
      .updateTable('activities')
      .set({ ...change, deed_id: of.deed })
      .where('id', '=', of.entry)
      .execute()
  else
    await tx
      .updateTable('activities')
      .set(change)
      .where('batch', '=', of.deed)
      .$if(of.inside !== undefined, query => query.where(inList(tx, 'collection_id', of.inside!)))
      .execute()
}

/** How long activity is kept, in milliseconds. */
export const activityMs = 90 * 86_400_000

/**
 * Forgets activity that is too old, a piece at a time.
 * @returns false when there is none left to forget
 */
export async function forgetActivity(tx: Tx, now: number, most = 2000): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from activities where seq in
    (select seq from activities where at < ${now - activityMs} order by at limit ${most})`.execute(tx)
  return numAffectedRows >= BigInt(most)
}
