import type { Tx } from '../../../db/db.ts'
import { newId } from '../../../db/newId.ts'
import type { Pictures } from '../../../media/mediaTasks.ts'

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
