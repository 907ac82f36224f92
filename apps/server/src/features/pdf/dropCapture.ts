import type { Output, Parsed } from '@nestmark/contract/operation'
import type { dropCapture as drop } from '@nestmark/contract/pdf'
import { grantLink } from '../../access/grant.ts'
import type { Call } from '../../http/implement.ts'
import { deleteCaptures } from '../copies/copyStore.ts'
import { presentCopies } from '../copies/presentCopies.ts'
import { updateBlobUse } from '../files/blobStore.ts'
import { lockOwners } from '../files/storageStore.ts'

/** Deletes the PDF or the screenshot that is stored with a link. */
export async function dropCapture(
  call: Call,
  { link_id, format }: Parsed<typeof drop>,
): Promise<Output<typeof drop>> {
  const { actor, services } = call
  await services.db.write(async tx => {
    const { link } = await grantLink(tx, actor, 'links.edit', link_id)
    await lockOwners(tx, [link.owner_id])
    await updateBlobUse(tx, await deleteCaptures(tx, [link_id], [format]), services.now())
  })
  return presentCopies(call, link_id)
}
