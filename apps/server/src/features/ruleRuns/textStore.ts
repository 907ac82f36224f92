import { sql } from 'kysely'
import type { Granted } from '../../access/grant.ts'
import { bulkRows, insertRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import type { UndoTextRow } from '../../db/tables/ruleTables.ts'

/** The columns that follow from the title and the address of a link. */
export interface TextColumns {
  seq: number
  title: string
  address: string
  compare_key: string
  title_key: string
  host_key: string
}

/** Sets titles and addresses of links, and increments their versions. */
export async function setTexts(
  tx: Tx,
  _granted: Granted<'links.edit'>,
  links: readonly TextColumns[],
  at: number,
): Promise<void> {
  if (links.length === 0) return
  const rows = links.map(link => [
    link.seq,
    link.title,
    link.address,
    link.compare_key,
    link.title_key,
    link.host_key,
  ])
  await sql`update links set title = d.title, address = d.address, compare_key = d.compare_key, title_key = d.title_key,
      host_key = d.host_key, updated_at = ${at}, version = version + 1
    from (with d(seq, title, address, compare_key, title_key, host_key) as
      (${bulkRows(tx, ['int', 'text', 'text', 'text', 'text', 'text'], rows)}) select * from d) d
    where links.seq = d.seq`.execute(tx)
}

/** Records titles and addresses before and after a change. */
export async function insertUndoTexts(tx: Tx, texts: readonly UndoTextRow[]): Promise<void> {
  if (texts.length > 0) await insertRows(tx, 'undo_texts', texts).execute(tx)
}

/** Returns the recorded titles and addresses of links, by link. */
export async function readUndoTexts(
  db: Queries,
  undoId: string,
  linkIds: readonly string[],
): Promise<Map<string, UndoTextRow>> {
  if (linkIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('undo_texts')
    .selectAll()
    .where('undo_id', '=', undoId)
    .where(inList(db, 'link_id', linkIds))
    .execute()
  return new Map(rows.map(row => [row.link_id, row]))
}
