import * as contract from '@nestmark/contract/reading/copies'
import type { Output } from '@nestmark/contract/operation'
import { grantLink } from '../../access/grant.ts'
import { newId } from '../../db/newId.ts'
import { versionFileKinds } from '../../db/tables/fileTables.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { presentCopies } from '../copies/presentCopies.ts'
import { updateBlobUse } from '../uploads/storage/blobStore.ts'
import { lockOwners } from '../uploads/storage/storageStore.ts'
import { takeFiles, type TakeOrder } from './takenFileStore.ts'

/** Deletes one version of a page, or all. Without a version, its words are not searched any more. */
export const dropCopy = action(contract.dropCopy, (call, { link_id, number: position }) =>
  dropPageFiles(call, link_id, { kinds: versionFileKinds, position }),
)

/**
 * Deletes copies of the page of one link, for a day in a way that can be undone.
 * @returns the copies that are left, and the key to restore the deleted ones; null when there were none
 */
export async function dropPageFiles(
  call: Call,
  linkId: string,
  chosen: Pick<TakeOrder, 'kinds' | 'position'>,
): Promise<Output<typeof contract.dropCopy>> {
  const { actor, services } = call
  const undo = await services.db.write(async tx => {
    const { link } = await grantLink(tx, actor, 'links.edit', linkId)
    await lockOwners(tx, [link.owner_id])
    const key = newId()
    const now = services.now()
    const { count, blobs } = await takeFiles(tx, { links: [link], ...chosen, undo: key, now })
    await updateBlobUse(tx, blobs, now)
    return count > 0 ? key : null
  })
  return { ...(await presentCopies(call, linkId)), undo }
}
