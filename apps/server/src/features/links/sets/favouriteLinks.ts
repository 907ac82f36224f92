import * as contract from '@nestmark/contract/links/links'
import { action } from '../../../calls/action.ts'
import { favouriteBatch } from './batches.ts'
import { runAction } from './runAction.ts'

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
