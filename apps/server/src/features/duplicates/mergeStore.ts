import { sql } from 'kysely'
import type { Granted } from '../../access/grant.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { positionOf } from '../links/lists/linkOrderStore.ts'

/** Sets dates and checklists of links, and increments their versions. */
export async function setMerged(
  tx: Tx,
  _granted: Granted<'links.edit'>,
  links: readonly { seq: number; created_at: number; check_list: string | null }[],
  at: number,
): Promise<void> {
  if (links.length === 0) return
  const rows = links.map(link => [link.seq, link.created_at, link.check_list])
  // The older date moves no link in the manual order.
  await sql`update links set created_at = d.created, check_list = d.list, updated_at = ${at}, version = version + 1,
      position = ${positionOf('links.')}
    from (with d(seq, created, list) as (${bulkRows(tx, ['int', 'int', 'text'], rows)}) select * from d) d
    where links.seq = d.seq`.execute(tx)
}

/** Deletes a person's notes on links. */
export async function deleteNotes(tx: Tx, personId: string, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length > 0)
    await tx
      .deleteFrom('link_notes')
      .where('person_id', '=', personId)
      .where(inList(tx, 'link_id', linkIds))
      .execute()
}

/** A file with its place. */
export interface PlacedFile {
  id: string
  link_id: string
  position: number
}

/** Moves files to other links of their owner, each to a position that is free there. */
export async function placeFiles(tx: Tx, files: readonly PlacedFile[]): Promise<void> {
  if (files.length === 0) return
  const rows = files.map(file => [file.id, file.link_id, file.position])
  await sql`update files set link_id = d.link_id, position = d.position
    from (with d(id, link_id, position) as (${bulkRows(tx, ['text', 'text', 'int'], rows)}) select * from d) d
    where files.id = d.id`.execute(tx)
}

/** Returns the ids and addresses of links by their sequence numbers; an encrypted one has a key. */
export async function linksOfSeqs(db: Queries, seqs: readonly number[]) {
  const rows = await db
    .selectFrom('links')
    .select(['seq', 'id', 'address', 'key_id'])
    .where(inList(db, 'seq', seqs))
    .execute()
  return new Map(rows.map(row => [row.seq, row]))
}
