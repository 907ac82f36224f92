import * as contract from '@nestmark/contract/reading/copies'
import { grantLink } from '../../access/grant.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { requireBandwidth } from '../uploads/serving/bandwidth.ts'
import { presentCopies } from './presentCopies.ts'
import { setOwnerChoice } from './copyStore.ts'
import { setCopy } from '../../db/copyState.ts'

/** Returns the copies of the page of a link, for its owner and members. */
export const getCopy = action(contract.getCopy, async (call: CallWith<'meter'>, { link_id }) => {
  const { link } = await grantLink(call.services.db.read, call.actor, 'links.copies', link_id)
  await requireBandwidth(call.services, link.owner_id)
  return presentCopies(call, link_id)
})

/** Stores the copy setting for the page of the caller's links. */
export const updateKeepCopies = action(
  contract.updateKeepCopies,
  async ({ services, actor }, { keep_copies }) => {
    await services.db.write(tx => setOwnerChoice(tx, actor.personId, keep_copies))
    return {}
  },
)

/** Stores the copy setting for the page of one link. */
export const updateLinkCopies = action(contract.updateLinkCopies, async (call, { link_id, keep }) => {
  await call.services.db.write(async tx => {
    await grantLink(tx, call.actor, 'links.edit', link_id)
    await setCopy(tx, link_id, { keep })
  })
  return presentCopies(call, link_id)
})
