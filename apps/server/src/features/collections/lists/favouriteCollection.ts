import * as contract from '@nestmark/contract/collections'
import { grantCollection } from '../../../access/grant.ts'
import { action } from '../../../calls/action.ts'
import { setFavouriteCollection } from '../store.ts'

/** Adds or removes the caller's favourite mark on a collection. Idempotent. */
export const favouriteCollection = action(
  contract.favouriteCollection,
  async ({ actor, services: { db, now } }, input) => {
    await db.write(async tx => {
      const granted = await grantCollection(tx, actor, 'collections.favourite', input.folder_id)
      await setFavouriteCollection(tx, granted, actor.personId, input.folder_id, input.is_fav === 1, now())
    })
    return {}
  },
)
