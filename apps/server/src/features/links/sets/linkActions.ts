import * as contract from '@nestmark/contract/links/links'
import { grantCollection, grantLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { moveBatch, restoreBatch, trashBatch, favouriteBatch } from './batches.ts'
import { manyLinks, runAction } from './targets.ts'
import { hasHiddenTags } from '../../collections/placing/keyOfCollection.ts'
import { tagBatch } from './tagBatch.ts'
import { addFavourites, dropFavourites } from '../store.ts'

/** Moves links into another collection. The caller needs write access to both collections (Z04). */
export const moveLinks = action(contract.moveLinks, async (call, input) => {
  const targets = { ids: input.links, every: input.every, except: input.except }
  manyLinks(targets)
  const to = input.move_to
  if (!to) return refuse('links.noDestination')
  const order = { action: 'moveLinks', to, plain: input.plain === 1 } as const
  const done = await runAction(call, 'links.move', targets, order, async (tx, batch, granted) => {
    const { collection } = await grantCollection(tx, call.actor, 'collections.add', to)
    await moveBatch(tx, batch, granted, collection)
    return granted.links.length
  })
  return done.as(n => ({ moved: n }))
})

/** Adds and removes tags on many links. Refuses when none of them may have tags (ENC-12); otherwise skips those. */
export const tagLinks = action(contract.tagLinks, async (call, input) => {
  const { added_tags_name: addTags, deleted_tags: dropTags } = input
  const targets = { ids: input.links, every: input.every, except: input.except }
  manyLinks(targets)
  if (addTags.length + dropTags.length === 0) refuse('tags.nameRequired')
  const order = { action: 'tagLinks', addTags, dropTags } as const
  const done = await runAction(call, 'links.edit', targets, order, (tx, batch, granted) => {
    if (addTags.length > 0 && granted.links.every(hasHiddenTags)) refuse('encryption.tagsHidden')
    return tagBatch(tx, batch, granted, order)
  })
  return done.as(n => ({ changed: n }))
})

/** Moves links to the trash or restores them. */
export const trashLinks = action(contract.trashLinks, async (call, input) => {
  const targets = { ids: input.linkIdArr, every: input.every, except: input.except }
  const trashing = input.isTrash === 1
  const order = trashing
    ? ({ action: 'trashLinks' } as const)
    : ({ action: 'restoreLinks', plain: input.plain === 1 } as const)
  const done = await runAction(call, 'links.trash', targets, order, async (tx, batch, granted) => {
    if (trashing) return trashBatch(tx, batch, granted)
    return restoreBatch(tx, batch, granted, await grantLinks(tx, call.actor, 'links.move', input.linkIdArr))
  })
  return done.as(n => ({ changed: n }))
})

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
  const order = { action: 'favouriteLinks', favourite } as const
  const done = await runAction(call, 'links.favourite', targets, order, (tx, batch, granted) =>
    favouriteBatch(tx, batch, granted, favourite),
  )
  return done.as(n => ({ changed: n }))
})
