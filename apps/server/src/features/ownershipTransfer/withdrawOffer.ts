import type * as contract from '@nestmark/contract/ownershipTransfer'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../calls/call.ts'
import { deleteOffers, findOffer } from './store.ts'

/** Withdraws an offer. Of a concurrent answer and withdrawal the first one counts, and the other finds no offer. */
export async function withdrawOffer(
  { actor, services: { db } }: Call,
  input: Parsed<typeof contract.withdrawOffer>,
): Promise<Output<typeof contract.withdrawOffer>> {
  await db.write(async tx => {
    await lockTree(tx, actor.personId)
    const offer = await findOffer(tx, input.folder_id)
    if (offer?.owner_id !== actor.personId) refuse('ownershipTransfer.expired')
    await deleteOffers(tx, [input.folder_id])
  })
  return {}
}
