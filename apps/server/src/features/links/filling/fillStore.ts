import type { Updateable } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import { rowLock } from '../../../db/dialect.ts'
import { linkColumns, type LinkRow } from '../../../db/tables/libraryTables.ts'

export async function findLink(db: Queries, id: string) {
  return oneLink(db, id).executeTakeFirst()
}

/** Returns a link locked until the transaction ends. */
export async function lockLink(tx: Tx, id: string) {
  return oneLink(tx, id).modifyEnd(rowLock(tx, 'for update')).executeTakeFirst()
}

const oneLink = (db: Queries, id: string) => db.selectFrom('links').select(linkColumns).where('id', '=', id)

/** Updates fields of a link; its version does not change. */
export async function fillFields(tx: Tx, seq: number, filled: Updateable<LinkRow>): Promise<void> {
  await tx.updateTable('links').set(filled).where('seq', '=', seq).execute()
}
