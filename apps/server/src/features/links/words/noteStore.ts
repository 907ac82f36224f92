import type { linkNote } from '@nestmark/contract/links/linkNote'
import { type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { GrantedLink } from '../../../access/grant.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { bulkRows } from '../../../db/statements/bulkRows.ts'
import { inList, rowLock } from '../../../db/dialect.ts'
import type { LinkNoteRow } from '../../../db/tables/libraryTables.ts'
import { newId } from '../../../db/newId.ts'

type Note = z.output<typeof linkNote>
/** The right to read the link is enough: a note does not change the link. */
type Readable = GrantedLink<'links.read'>

export async function readNote(db: Queries, { link }: Readable, personId: string): Promise<Note | null> {
  const row = await db
    .selectFrom('link_notes')
    .select(['id as _id', 'link_id', 'note'])
    .where('link_id', '=', link.id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the key of an encrypted link, or null, which stays until the transaction ends. */
export async function lockKeyId(tx: Tx, { link }: Readable): Promise<string | null> {
  const { rows } = await sql<{ key_id: string | null }>`select key_id from links where id = ${link.id}
    ${rowLock(tx, 'for share')}`.execute(tx)
  return rows[0]?.key_id ?? null
}

/** Inserts a person's note on a link, or replaces the existing one. */
export async function putNote(
  tx: Tx,
  { link }: Readable,
  { id, personId, note, now }: { id: string; personId: string; note: string; now: number },
): Promise<Note> {
  return tx
    .insertInto('link_notes')
    .values({ id, link_id: link.id, person_id: personId, note, created_at: now, updated_at: now })
    .onConflict(conflict => conflict.columns(['link_id', 'person_id']).doUpdateSet({ note, updated_at: now }))
    .returning(['id as _id', 'link_id', 'note'])
    .executeTakeFirstOrThrow()
}

/** Inserts notes of a person on links that have none. */
export async function addNotes(
  tx: Tx,
  personId: string,
  notes: readonly (readonly [linkId: string, note: string])[],
  now: number,
): Promise<void> {
  if (notes.length === 0) return
  const rows = notes.map(([link_id, note]) => ({ link_id, note, person_id: personId }))
  await tx
    .insertInto('link_notes')
    .values(rows.map(row => ({ ...row, id: newId(), created_at: now, updated_at: now })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function removeNote(tx: Tx, { link }: Readable, personId: string): Promise<void> {
  await tx.deleteFrom('link_notes').where('link_id', '=', link.id).where('person_id', '=', personId).execute()
}

type LinkNote = Pick<Selectable<LinkNoteRow>, 'link_id' | 'note' | 'created_at'>

/** Returns a person's notes on links, by link. */
export async function notesOfLinks(
  db: Queries,
  personId: string,
  linkIds: readonly string[],
): Promise<Map<string, LinkNote>> {
  if (linkIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('link_notes')
    .select(['link_id', 'note', 'created_at'])
    .where('person_id', '=', personId)
    .where(inList(db, 'link_id', linkIds))
    .execute()
  return new Map(rows.map(row => [row.link_id, row]))
}

/** Inserts notes of a person on links, or replaces their texts. @param existing by `notesOfLinks` */
export async function writeNotes(
  tx: Tx,
  personId: string,
  notes: readonly (readonly [linkId: string, note: string])[],
  existing: ReadonlyMap<string, unknown>,
  now: number,
): Promise<void> {
  const [known, added] = [notes.filter(([id]) => existing.has(id)), notes.filter(([id]) => !existing.has(id))]
  await addNotes(tx, personId, added, now)
  await setNoteTexts(tx, personId, known, now)
}

/** Replaces the texts of existing notes of a person. */
export async function setNoteTexts(
  tx: Tx,
  personId: string,
  notes: readonly (readonly [linkId: string, note: string])[],
  at: number,
): Promise<void> {
  if (notes.length === 0) return
  await sql`update link_notes set note = d.note, updated_at = ${at}
    from (with d(link_id, note) as (${bulkRows(tx, ['text', 'text'], notes)}) select * from d) d
    where link_notes.link_id = d.link_id and link_notes.person_id = ${personId}`.execute(tx)
}
