import * as contract from '@nestmark/contract/links/links'
import { grantLinks } from '../../../access/grant.ts'
import { action } from '../../../calls/action.ts'
import { addFavourites, dropFavourites } from '../store.ts'
import { favouriteBatch } from './batches.ts'
import { runAction } from './runAction.ts'

/** Adds or removes the caller's favourite mark on a link. Idempotent. */
export const favouriteLink = action(
  contract.favouriteLink,
  async ({ actor, services: { db, now } }, input) => {
    await db.write(async tx => {
      const granted = await grantLinks(tx, actor, 'links.favourite', [input.link_id])
      if (input.is_fav === 1) await addFavourites(tx, granted, actor.personId, [[input.link_id, now()]])
      else await dropFavourites(tx, actor.personId, [input.link_id])
    })
    return {}
  },
)

/** Adds or removes the caller's favourite marks on many links. */
export const favouriteLinks = action(contract.favouriteLinks, async (call, input) => {
  const favourite = input.is_fav === 1
  const targets = { ids: input.links, every: input.every, except: input.except }
  const done = await runAction(
    call,
    'links.favourite',
    targets,
    { action: 'favouriteLinks', favourite },
    (tx, batch, granted) => favouriteBatch(tx, batch, granted, favourite),
  )
  return done.as(n => ({ changed: n }))
})
