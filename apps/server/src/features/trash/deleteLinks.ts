import * as contract from '@nestmark/contract/links/links'
import { action } from '../../calls/action.ts'
import { deleteChosen } from './deleteForGood.ts'

/** Deletes links permanently, trashed or not. */
export const deleteLinks = action(contract.deleteLinks, (call, { linkIdArr }) => {
  return deleteChosen(call, linkIdArr, false)
})
