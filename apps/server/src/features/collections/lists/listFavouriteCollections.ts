import * as contract from '@nestmark/contract/collections'
import { action } from '../../../calls/action.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { presentCollection } from '../present.ts'
import { readOwnership } from '../placing/ownership.ts'
import { listFavourites } from './listQuery.ts'

/** Returns the caller's favourite collections, own and shared, the newest first. */
export const listFavouriteCollections = action(contract.listFavouriteCollections, async (call, input) => {
  const personId = call.actor.personId
  const rows = await listFavourites(call.services.db.read, personId, input.page)
  const toOwnedItem = ({ owner_id, id: collection_id }: (typeof rows)[number]) => ({
    owner_id,
    collection_id,
  })
  const ownership = await readOwnership(call.services.db.read, call.actor, rows.map(toOwnedItem))
  return rows.map(row => {
    const { role, shareRoot, ...owner } = ownership.of(toOwnedItem(row))
    const favourite = presentCollection(row, { role, shareRoot }, createPictureAddresses(call))
    // Only the owner sees the parent: the list omits it for members.
    return role === 'owner' ? favourite : { ...favourite, ...owner, parent: null }
  })
})
