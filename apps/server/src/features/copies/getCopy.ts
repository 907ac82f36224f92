import * as contract from '@nestmark/contract/reading/copies'
import { grantLink } from '../../access/grant.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { requireBandwidth } from '../uploads/serving/bandwidth.ts'
import { presentCopies } from './presentCopies.ts'

/** Returns the copies of the page of a link, for its owner and members. */
export const getCopy = action(contract.getCopy, async (call: CallWith<'meter'>, { link_id }) => {
  const { link } = await grantLink(call.services.db.read, call.actor, 'links.copies', link_id)
  await requireBandwidth(call.services, link.owner_id)
  return presentCopies(call, link_id)
})
