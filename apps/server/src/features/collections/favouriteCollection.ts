import type { favouriteCollection as favouriteCollectionCall } from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { setFavouriteCollection } from './store.ts'

/** Adds or removes the caller's favourite mark on a collection. Idempotent. */
export async function favouriteCollection(
  { actor, services: { db, now } }: Call,
  input: Parsed<typeof favouriteCollectionCall>,
): Promise<Output<typeof favouriteCollectionCall>> {
  await db.write(async tx => {
    const granted = await grantCollection(tx, actor, 'collections.favourite', input.folder_id)
    await setFavouriteCollection(tx, granted, actor.personId, input.folder_id, input.is_fav === 1, now())
  })
  return {}
}
