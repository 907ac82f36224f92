import { setCopy } from '../../db/copyState.ts'
import type { Tx } from '../../db/db.ts'
import { lockOwners } from '../uploads/storage/storageStore.ts'
import { findLinkWithCopy, type LinkWithCopy } from './copyStore.ts'

/**
 * Changes what is known about the copies of a link after its page was fetched, unless the link was deleted or encrypted
 * concurrently: its address must not be written again.
 */
export async function setCopyOfLink(
  tx: Tx,
  { id, owner_id: ownerId }: LinkWithCopy,
  change: Parameters<typeof setCopy>[2],
): Promise<void> {
  await lockOwners(tx, [ownerId])
  const link = await findLinkWithCopy(tx, id)
  if (link?.address) await setCopy(tx, id, change)
}
