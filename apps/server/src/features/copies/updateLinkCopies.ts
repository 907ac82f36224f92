import * as contract from '@nestmark/contract/reading/copies'
import { grantLink } from '../../access/grant.ts'
import { setCopy } from '../../db/copyState.ts'
import { action } from '../../calls/action.ts'
import { presentCopies } from './presentCopies.ts'

/** Stores the copy setting for the page of one link. */
export const updateLinkCopies = action(contract.updateLinkCopies, async (call, { link_id, keep }) => {
  await call.services.db.write(async tx => {
    await grantLink(tx, call.actor, 'links.edit', link_id)
    await setCopy(tx, link_id, { keep })
  })
  return presentCopies(call, link_id)
})
