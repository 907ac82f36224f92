import * as contract from '@nestmark/contract/files'
import { action } from '../../../calls/action.ts'
import { findOwnUpload } from './findOwnUpload.ts'
import { presentUpload } from './presentUpload.ts'

/** Returns an upload of the caller, so that it can be resumed. */
export const getUpload = action(contract.getUpload, async ({ services, actor }, { upload_id: id }) => {
  const { read } = services.db
  return presentUpload(read, await findOwnUpload(read, actor, id), services.now())
})
