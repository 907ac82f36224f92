import * as contract from '@nestmark/contract/sharing/ownershipTransfer'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { deleteOffers, findOffer } from './store.ts'

/** Withdraws an offer. Of a concurrent answer and withdrawal the first one counts, and the other finds no offer. */
export const withdrawOffer = action(contract.withdrawOffer, async ({ actor, services: { db } }, input) => {
  await db.write(async tx => {
    await lockTree(tx, actor.personId)
    const offer = await findOffer(tx, input.folder_id)
    if (offer?.owner_id !== actor.personId) refuse('ownershipTransfer.expired')
    await deleteOffers(tx, [input.folder_id])
  })
  return {}
})
