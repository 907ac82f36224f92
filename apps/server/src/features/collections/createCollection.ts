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
import { readAncestors, insertCollection, openForChild } from './store.ts'

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
