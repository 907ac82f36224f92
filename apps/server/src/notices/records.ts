import { type RawBuilder, sql } from 'kysely'
import { bulkRows } from '../db/bulk.ts'
import type { Queries, Tx } from '../db/db.ts'
import { asText } from '../db/dialect.ts'
import { type DeedKind, noteLinks } from '../deeds/store.ts'
import { recordedAs, sharedUndoMs, slotOf } from './activity.ts'
import type { Happened, Told } from './happened.ts'

/**
 * Opens the deeds of entries that stand in the list; where nothing stands, it writes nothing.
 * @param known what is done about one that is open already: it is left as it is, or written anew so that it counts
 */
function opening(
  db: Queries,
  told: Told,
  happened: readonly Happened[],
  known: 'left' | 'written',
): RawBuilder<unknown> {
  const slots = new Map(
    happened.map(each => {
      const { deed, batch, where } = slotOf(told, each)
      return [deed, [deed, batch, where]]
    }),
  )
  return sql`insert into deeds (id, person_id, kind, target, at, expires_at)
    with e(deed, batch, place) as (${bulkRows(db, ['text', 'text', 'text'], [...slots.values()])})
    select e.deed, a.by_id, cast(${recordedAs(told.kind)!} as text), null, cast(${told.at} as bigint), cast(${told.at + sharedUndoMs} as bigint)
    from e join activities a on a.batch = e.batch and a.collection_id = e.place and a.kind = ${told.kind} and a.by_id = ${told.by}
    where true order by e.deed on conflict (id)
    ${known === 'left' ? sql`do nothing` : sql`do update set expires_at = excluded.expires_at`}`
}

/** The statements that record what was added, so that it can be taken back from the list; after that of the entry. */
export function recordingAdditions(
  db: Queries,
  told: Told,
  happened: readonly Happened[],
): RawBuilder<unknown>[] {
  if (told.kind !== 'add_links' && told.kind !== 'add_folders') return []
  const rows = happened.map(each => {
    const { deed, where } = slotOf(told, each)
    return [deed, each.thing, where]
  })
  const things = sql`with e(deed, thing, place) as (${bulkRows(db, ['text', 'text', 'text'], rows)})`
  return [
    opening(db, told, happened, 'left'),
    told.kind === 'add_links'
      ? sql`insert into deed_links (deed_id, link_seq, was, was_at)
          ${things} select e.deed, l.seq, e.place, 0 from e join deeds d on d.id = e.deed join links l on l.id = e.thing
          where true on conflict do nothing`
      : sql`insert into deed_collections (deed_id, collection_id, was, was_at)
          ${things} select e.deed, e.thing, e.place, 0 from e join deeds d on d.id = e.deed
          where true on conflict do nothing`,
  ]
}

/**
 * Records how something was changed that others see, so that it can be taken back from the list. More of the same by the
 * same person within a while is one change, unless somebody else came between: then it is the last that is taken back.
 * @param was what it said before, as JSON, and `became` after it
 */
export async function recordEdit(
  tx: Tx,
  told: Told,
  happened: Happened,
  { was, became }: { was: string; became: string },
): Promise<void> {
  const { numAffectedRows = 0n } = await opening(tx, told, [happened], 'written').execute(tx)
  if (numAffectedRows === 0n) return
  const { deed } = slotOf(told, happened)
  const isLink = told.kind === 'change_link'
  await sql`insert into deed_edits (deed_id, link_id, collection_id, was, became)
    values (${deed}, ${isLink ? happened.thing : null}, ${isLink ? null : happened.thing}, ${was}, ${became})
    on conflict (deed_id) do update set
      was = case when deed_edits.became = excluded.was then deed_edits.was else excluded.was end, became = excluded.became`.execute(
    tx,
  )
}

/**
 * Records a move that was made by the form of a link where others see it, with the words that the form changed at once: from
 * the list both are taken back. Where nothing stands in a list, it writes nothing.
 * @param was what it said before, as JSON, and `became` after it
 */
export async function recordFormMove(
  tx: Tx,
  { deed, by, at }: { deed: string; by: string; at: number },
  {
    link,
    to,
    was,
    became,
  }: { link: { id: string; seq: number; collection_id: string }; to: string; was: string; became: string },
): Promise<void> {
  const kind: DeedKind = 'moveLinks'
  const { numAffectedRows = 0n } = await sql`insert into deeds (id, person_id, kind, target, at, expires_at)
    select ${asText(deed)}, ${asText(by)}, ${asText(kind)}, ${asText(to)}, cast(${at} as bigint), cast(${at + sharedUndoMs} as bigint)
    where exists (select 1 from activities where batch = ${deed})`.execute(tx)
  if (numAffectedRows === 0n) return
  await noteLinks(tx, deed, [[link.seq, link.collection_id, 0]])
  if (was !== became)
    await tx
      .insertInto('deed_edits')
      .values({ deed_id: deed, link_id: link.id, collection_id: null, was, became })
      .execute()
}
