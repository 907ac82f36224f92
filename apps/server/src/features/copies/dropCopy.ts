import type { dropCopy as drop } from '@nestmark/contract/copies'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLink } from '../../access/grant.ts'
import { setCopy } from '../../db/copyState.ts'
import { deletePageTexts } from '../../db/pageText.ts'
import type { Call } from '../../http/implement.ts'
import { updateBlobUse } from '../files/blobStore.ts'
import { lockOwners } from '../files/storageStore.ts'
import { deleteVersions, listVersions } from './copyStore.ts'
import { presentCopies } from './presentCopies.ts'

/** Deletes one version of a page, or all. Without a version, its words are not searched any more. */
export async function dropCopy(
  call: Call,
  { link_id, number }: Parsed<typeof drop>,
): Promise<Output<typeof drop>> {
  const { actor, services } = call
  await services.db.write(async tx => {
    const { link } = await grantLink(tx, actor, 'links.edit', link_id)
    await lockOwners(tx, [link.owner_id])
    const versions = await listVersions(tx, link_id)
    const dropped = versions.filter(each => number === undefined || each.number === number)
    const blobs = await deleteVersions(
      tx,
      link_id,
      dropped.map(each => each.number),
    )
    await updateBlobUse(tx, blobs, services.now())
    if (dropped.length < versions.length || versions.length === 0) return
    await deletePageTexts(tx, [link.seq])
    await setCopy(tx, link_id, { state: 'none', fault: null, page: 'same', checked_at: null })
  })
  return presentCopies(call, link_id)
}
