import type { Updateable } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { newId } from '../../db/newId.ts'
import { rowLock } from '../../db/dialect.ts'
import { linkColumns, type LinkRow } from '../../db/libraryTables.ts'
import type { Pictures } from '../../fetching/picture.ts'

export async function findLink(db: Queries, id: string) {
  return oneLink(db, id).executeTakeFirst()
}

/** Returns a link locked until the transaction ends. */
export async function lockLink(tx: Tx, id: string) {
  return oneLink(tx, id).modifyEnd(rowLock(tx, 'for update')).executeTakeFirst()
}

const oneLink = (db: Queries, id: string) => db.selectFrom('links').select(linkColumns).where('id', '=', id)

/** Updates fields of a link; its version stays. */
export async function fillFields(tx: Tx, seq: number, filled: Updateable<LinkRow>): Promise<void> {
  await tx.updateTable('links').set(filled).where('seq', '=', seq).execute()
}

/**
 * Stores the picture of a link in its two sizes.
 * @returns its id
 */
export async function insertPicture(
  tx: Tx,
  ownerId: string,
  { card, thumb }: Pictures,
  now: number,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('pictures')
    .values({
      id,
      owner_id: ownerId,
      width: card.width,
      height: card.height,
      large: card.data,
      small: thumb.data,
      created_at: now,
    })
    .execute()
  return id
}

export async function deletePicture(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('pictures').where('id', '=', id).execute()
}
