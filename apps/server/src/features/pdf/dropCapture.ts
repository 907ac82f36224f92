import * as contract from '@nestmark/contract/transfer/pdf'
import { action } from '../../calls/action.ts'
import { dropPageFiles } from '../storage/dropPageFiles.ts'

/** Deletes the PDF or the screenshot that is stored with a link. */
export const dropCapture = action(contract.dropCapture, (call, { link_id, format }) => {
  return dropPageFiles(call, link_id, { kinds: [format] })
})
