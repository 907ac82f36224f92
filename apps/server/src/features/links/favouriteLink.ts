import type { favouriteLink as favouriteLinkCall } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLinks } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { addFavourites, dropFavourites } from './store.ts'

/** Adds or removes the caller's favourite mark on a link. Idempotent. */
export async function favouriteLink(
  { actor, services: { db, now } }: Call,
  input: Parsed<typeof favouriteLinkCall>,
): Promise<Output<typeof favouriteLinkCall>> {
  await db.write(async tx => {
    const granted = await grantLinks(tx, actor, 'links.favourite', [input.link_id])
    if (input.is_fav === 1) await addFavourites(tx, granted, actor.personId, [[input.link_id, now()]])
    else await dropFavourites(tx, actor.personId, [input.link_id])
  })
  return {}
}
