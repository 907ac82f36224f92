import { buffer } from 'node:stream/consumers'
import * as contract from '@nestmark/contract/reading/copies'
import { grantLink } from '../../../access/grant.ts'
import { Refused, refuse } from '../../../access/refuse.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { StoreError } from '../../../blobStorage/fileStore.ts'
import { action } from '../../../calls/action.ts'
import { runInShare } from '../../../calls/runInShare.ts'
import type { CallWith } from '../../../services.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { cancelNow, findOwnUpload } from '../../uploads/receiving/ownUploads.ts'
import { claimPage } from '../../uploads/receiving/endUploads.ts'
import { joinParts } from '../../uploads/receiving/finishUpload.ts'
import { countParts, hasEnded } from '../../uploads/receiving/presentUpload.ts'
import { withStoreErrors } from '../../uploads/storage/storeErrors.ts'
import { listParts } from '../../uploads/receiving/uploadStore.ts'
import { findLinkWithCopy } from '../copyStore.ts'
import { presentCopies } from '../presentCopies.ts'
import { chooseSentMode, readSentPage, storeSentPage } from './sentPage.ts'

/** The refusals after which the same page would be refused again. */
const lasting = new Set(['copies.unreadable', 'plan.storage'])

/** Stores an uploaded page as a version of the page of a link. Nothing is fetched: its addresses may be private. */
export const archivePageUpload = action(
  contract.archivePageUpload,
  async (call: CallWith<'pageFiles' | 'scraper' | 'media'>, { upload_id, link_id }) => {
    const { actor, services } = call
    const { read } = services.db
    await grantLink(read, actor, 'links.edit', link_id)
    const link = await findLinkWithCopy(read, link_id)
    if (!link?.address || link.is_trashed) return refuse('copies.noAddress')
    const upload = await findOwnUpload(read, actor, upload_id)
    if (upload.purpose !== 'copy' || upload.owner_id !== link.owner_id) refuse('files.uploadNotFound')
    const mode = chooseSentMode(call, link)
    await runInShare(services.pageFiles, actor.personId, async () => {
      const { state } = await findOwnUpload(read, actor, upload_id)
      // The answer to an earlier call was lost.
      if (state === 'claimed') return
      if (state !== 'open' || hasEnded(upload, services.now())) refuse('files.uploadNotFound')
      try {
        const body = await readUpload(services, upload)
        const version = await readSentPage(call, { url: link.address, body }, mode)
        await storeSentPage(call, link_id, version, tx => claimPage(tx, upload_id, services.now()))
      } catch (error) {
        // An earlier call was still running when this one began.
        if ((await findOwnUpload(read, actor, upload_id)).state === 'claimed') return
        if (error instanceof Refused && lasting.has(error.code)) await cancelNow(services, upload)
        throw error
      }
      // The sweep removes what this call cannot.
      await services.fileStore.remove([upload.object_key]).catch(() => undefined)
    })
    return presentCopies(call, link_id)
  },
)

/** @throws Refused 'files.partsMissing', 'files.storeAway' */
async function readUpload(
  services: Pick<CommonServices, 'db' | 'fileStore'>,
  upload: UploadRow,
): Promise<Buffer> {
  const parts = await listParts(services.db.read, upload.id)
  if (parts.length < countParts(upload)) refuse('files.partsMissing')
  return withStoreErrors(async () => {
    const { key } = await joinParts(services, upload, parts)
    const stream = await services.fileStore.read(key)
    if (!stream) throw new StoreError('lost', 'The page was removed while it was read.')
    return buffer(stream)
  })
}
