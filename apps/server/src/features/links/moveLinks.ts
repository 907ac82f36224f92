import type {
  favouriteLink as favouriteLinkCall,
  favouriteLinks as favouriteLinksCall,
  moveLinks as move,
  tagLinks as tag,
  trashLinks as trash,
} from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection, type GrantedLinks, grantLinks } from '../../access/grant.ts'
import type { LinkAction } from '../../access/policies.ts'
import { refuse } from '../../access/refuse.ts'
import { newId } from '../../db/newId.ts'
import type { Tx } from '../../db/db.ts'
import type { LinksOrder } from '../../undo/bulk.ts'
import { openUndoRecord } from '../../undo/store.ts'
import type { Call, WithStatus } from '../../http/implement.ts'
import { type Batch, favouriteBatch, moveBatch, restoreBatch, trashBatch } from './batches.ts'
import { addFavourites, dropFavourites } from './store.ts'
import { tagBatch } from './tagBatch.ts'
import { type LinkTargets, manyLinks, orderLinks } from './targets.ts'

/** Moves links into another collection. The caller needs write access to both collections (Z04). */
export async function moveLinks(
  call: Call,
  input: Parsed<typeof move>,
): Promise<Output<typeof move> | WithStatus<Output<typeof move>>> {
  const targets = { ids: input.links, every: input.every, except: input.except }
  manyLinks(targets)
  const to = input.move_to
  if (!to) return refuse('links.noDestination')
  const target = (tx: Tx) => grantCollection(tx, call.actor, 'collections.add', to)
  const done = await runAction(
    call,
    'links.move',
    targets,
    { action: 'moveLinks', to },
    async (tx, batch, granted) => {
      const { collection } = await target(tx)
      await moveBatch(tx, batch, granted, collection)
      return granted.links.length
    },
  )
  return done.as(n => ({ moved: n }))
}

/** Moves links to the trash or restores them. */
export async function trashLinks(
  call: Call,
  input: Parsed<typeof trash>,
): Promise<Output<typeof trash> | WithStatus<Output<typeof trash>>> {
  const targets = { ids: input.linkIdArr, every: input.every, except: input.except }
  const trashing = input.isTrash === 1
  const order: LinksOrder = { action: trashing ? 'trashLinks' : 'restoreLinks' }
  const done = await runAction(call, 'links.trash', targets, order, async (tx, batch, granted) => {
    if (trashing) return trashBatch(tx, batch, granted)
    return restoreBatch(tx, batch, granted, await grantLinks(tx, call.actor, 'links.move', input.linkIdArr))
  })
  return done.as(n => ({ changed: n }))
}

/** Adds or removes the caller's favourite marks on many links. */
export async function favouriteLinks(
  call: Call,
  input: Parsed<typeof favouriteLinksCall>,
): Promise<Output<typeof favouriteLinksCall> | WithStatus<Output<typeof favouriteLinksCall>>> {
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
}

/** Adds and removes tags on many links. */
export async function tagLinks(
  call: Call,
  input: Parsed<typeof tag>,
): Promise<Output<typeof tag> | WithStatus<Output<typeof tag>>> {
  const { added_tags_name: addTags, deleted_tags: dropTags } = input
  const targets = { ids: input.links, every: input.every, except: input.except }
  manyLinks(targets)
  if (addTags.length + dropTags.length === 0) refuse('tags.nameRequired')
  const done = await runAction(
    call,
    'links.edit',
    targets,
    { action: 'tagLinks', addTags, dropTags },
    (tx, batch, granted) => tagBatch(tx, batch, granted, { addTags, dropTags }),
  )
  return done.as(n => ({ changed: n }))
}

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

/** Runs an action on a few links at once, and leaves one on many links to a job. */
async function runAction<A extends LinkAction>(
  call: Call,
  action: A,
  targets: LinkTargets,
  order: LinksOrder,
  work: (tx: Tx, batch: Batch, granted: GrantedLinks<A>) => Promise<number>,
) {
  return orderLinks(call, action, targets, order, async (tx, granted, at) => {
    const key = newId()
    await openUndoRecord(tx, {
      id: key,
      personId: call.actor.personId,
      kind: order.action as 'moveLinks',
      target: 'to' in order ? order.to : undefined,
      at,
    })
    return { n: await work(tx, { actor: call.actor, at, undo: key }, granted), undo: key }
  })
}
