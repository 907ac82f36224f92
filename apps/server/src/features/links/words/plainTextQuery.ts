import { limits } from '@nestmark/core/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'

/** `from … where …` that selects links as x. */
export type LinkRows = RawBuilder<unknown>

/** Returns the rows of links by their ids. */
export const rowsOf = (tx: Tx, ids: readonly string[]): LinkRows =>
  sql`from links x where ${inList(tx, 'x.id', ids)}`

/** Leaves links out of rows. */
export const leaveOut = (tx: Tx, rows: LinkRows, ids: readonly string[]): LinkRows =>
  ids.length === 0 ? rows : sql`${rows} and not (${inList(tx, 'x.id', ids)})`

/** A link in plain text with the collection with a key that it would enter. */
export interface PlainLink {
  id: string
  home: string
}

/** Returns the first links in plain text of a set that a move would bring into a collection with a key. */
export async function listPlainToMove(tx: Tx, rows: LinkRows, to: string): Promise<PlainLink[]> {
  const found = await sql<PlainLink>`select l.id, ${to} as home from links l
    where l.seq in (select x.seq ${rows}) and l.key_id is null and l.collection_id <> ${to}
    limit ${sql.lit(limits.encryptedPerCall)}`.execute(tx)
  return found.rows
}

/** Returns the first trashed links in plain text of a set that a restore would bring back into a collection with a key. */
export async function listPlainToRestore(tx: Tx, rows: LinkRows): Promise<PlainLink[]> {
  const found = await sql<PlainLink>`select l.id, h.id as home from links l
    join collections c on c.id = l.collection_id
    join people p on p.id = l.owner_id
    join collections h on h.id = case when c.trashed_by is null then c.id else p.root_id end
    where l.seq in (select x.seq ${rows}) and l.key_id is null and l.trashed_at is not null and h.enc_id is not null
    limit ${sql.lit(limits.encryptedPerCall)}`.execute(tx)
  return found.rows
}
