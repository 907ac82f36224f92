import * as contract from '@nestmark/contract/collections'
import { grantCollection, grantScope } from '../../../access/grant.ts'
import { isAllowed } from '../../../access/policies.ts'
import { refuse } from '../../../access/refuse.ts'
import { collectionsWithRoles } from '../../../access/roles.ts'
import { lockTree } from '../../../db/dialect.ts'
import { action } from '../../../calls/action.ts'
import { placeBefore } from '../lists/orderStore.ts'

/** Moves a collection before one of its siblings, or to the end, in the manual order. */
export const placeCollection = action(
  contract.placeCollection,
  async ({ actor, services: { db } }, input) => {
    await db.write(async tx => {
      await lockTree(tx, actor.personId)
      const granted = await grantCollection(tx, actor, 'collections.edit', input.folder_id)
      const { collection } = granted
      if (collection.parent_id === null) return refuse('collections.rootFixed')
      if (collection.trashed_by !== null) return refuse('collections.inTrash')
      // The order belongs to the parent collection: for the top of a share, only the owner may change it (Z06).
      const [parent] = await collectionsWithRoles(tx, actor, [collection.parent_id])
      if (!parent || !isAllowed(parent.role, 'collections.edit')) return refuse('collections.readOnly')
      const before = input.before ?? null
      if (before !== null && before !== collection.id) {
        const sibling = await grantScope(tx, actor, before)
        if (sibling.collection.parent_id !== collection.parent_id) refuse('collections.notFound')
      }
      if (before !== collection.id)
        await placeBefore(tx, granted, collection.id, collection.parent_id, before)
    })
    return {}
  },
)
