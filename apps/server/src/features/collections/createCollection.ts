import * as contract from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { grantCollection } from '../../access/grant.ts'
import { requireCollectionQuota } from '../../access/planQuotas.ts'
import { refuse, Refused } from '../../access/refuse.ts'
import { assertSameCall, claimIdempotencyKey, refuseReusedKey } from '../../access/idempotencyKeys.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import { isDuplicate, lockTree } from '../../db/dialect.ts'
import { deriveId, newId } from '../../db/newId.ts'
import { action } from '../../calls/action.ts'
import { type Call, toIdempotentCall } from '../../calls/call.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { newCollectionRow } from '../session/store.ts'
import { presentCollection } from './present.ts'
import { readAncestors, insertCollection, openForChild, canBeCover, writeCollection } from './store.ts'
import { recordEdit } from '../../domainEvents/undoRecords.ts'
import { readCollectionPage } from './lists/readCollectionPage.ts'

/** Creates a collection in another one, or at the top level. The same request key returns the same collection. */
export const createCollection = action(contract.createCollection, async (call, input) => {
  const { actor, idempotencyKey: key, services } = call
  if (key === null) return create(call, input, newId())
  const id = deriveId(services.config.secret, actor.personId, key)
  try {
    return await create(call, input, id)
  } catch (error) {
    // A repeated request: the first one created the collection, even if its parent has changed since then.
    if (!isDuplicate(error) && !(error instanceof Refused)) throw error
    const keyed = toIdempotentCall(call)
    if (keyed) await refuseReusedKey(services.db.read, keyed)
    const [made] = await collectionsWithRoles(services.db.read, actor, [id])
    if (!made?.role) throw error
    return presentCollection(made, made, () => '')
  }
})

async function create(
  call: Call,
  input: Parsed<typeof contract.createCollection>,
  id: string,
): Promise<Output<typeof contract.createCollection>> {
  const {
    actor,
    services: { db, now },
  } = call
  const keyed = toIdempotentCall(call)
  const parentId = input.parent ?? actor.rootId
  const at = now()
  const { name, desc: descr } = input
  const row = newCollectionRow({ id, owner_id: actor.personId, parent_id: parentId, name, descr }, at)
  const role = await db.write(async tx => {
    const granted = await grantCollection(tx, actor, 'collections.add', parentId)
    if (keyed) assertSameCall((await claimIdempotencyKey(keyed).execute(tx)).rows, keyed)
    await lockTree(tx, granted.collection.owner_id)
    if ((await readAncestors(tx, [parentId])).length > limits.collectionDepth) refuse('collections.tooDeep')
    if (!(await openForChild(tx, granted, parentId, at))) refuse('collections.inTrash')
    // A collection belongs to the owner of its parent, not to its creator.
    row.owner_id = granted.collection.owner_id
    await insertCollection(tx, granted, row)
    await requireCollectionQuota(tx, row.owner_id)
    const event = { type: 'collection.created', by: actor.personId, at } as const
    await recordEvent(tx, event, [{ collectionId: parentId, id: row.id, title: row.name }])
    return granted.collection.role
  })
  return presentCollection(row, { role, shareRoot: false }, () => '')
}

/**
 * Renames or describes a collection, or changes its cover or, for its owner, whether encrypted links have tags. The root
 * cannot be renamed. An edit based on outdated values is refused with the current ones, so that nothing is overwritten
 * unseen.
 */
export const updateCollection = action(contract.updateCollection, async (call, input) => {
  const { db, now } = call.services
  const done = await db.write(async tx => {
    await lockTree(tx, call.actor.personId)
    const granted = await grantCollection(tx, call.actor, 'collections.edit', input.folder_id)
    const { collection } = granted
    const { name, desc, cover, hide_tags: hidesTags } = input
    const isText = [name, desc, cover].some(each => each !== undefined)
    if (collection.parent_id === null && (isText || hidesTags === undefined)) refuse('collections.rootFixed')
    if (hidesTags !== undefined) {
      await grantCollection(tx, call.actor, 'collections.share', input.folder_id)
      if (collection.enc_id === null) refuse('encryption.noKey')
    }
    const { before } = input
    if (before && (before.name !== collection.name || before.desc !== collection.descr)) return false
    if (input.cover && !(await canBeCover(tx, input.folder_id, input.cover))) refuse('links.notFound')
    const at = now()
    await writeCollection(tx, granted, input.folder_id, input, at)
    const event = { type: 'collection.updated', by: call.actor.personId, at } as const
    const here = { collectionId: collection.id, id: collection.id, title: collection.name }
    const oldWords = { name: collection.name, desc: collection.descr }
    const newWords = { name: input.name ?? oldWords.name, desc: input.desc ?? oldWords.desc }
    const isEdit = input.name !== undefined || input.desc !== undefined
    const sides = { before: JSON.stringify(oldWords), after: JSON.stringify(newWords) }
    if ((await recordEvent(tx, event, [here])) && isEdit) await recordEdit(tx, event, here, sides)
    return true
  })
  const { folder } = await readCollectionPage(call, input.folder_id)
  return done ? folder : refuse('collections.changedElsewhere', { data: { folder } })
})
