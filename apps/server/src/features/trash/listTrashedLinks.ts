import * as contract from '@nestmark/contract/trash'
import { action } from '../../calls/action.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { presentLinks } from '../links/present.ts'
import { selectTrashedLinks } from './listQuery.ts'

/** Returns the links that were trashed individually, the last trashed first. */
export const listTrashedLinks = action(contract.listTrashedLinks, async (call, { page }) => {
  const { personId } = call.actor
  const { read } = call.services.db
  const [rows, total] = await selectTrashedLinks(read, personId, page)
  return { links: presentLinks(rows, 'owner', createPictureAddresses(call)), page, total }
})
