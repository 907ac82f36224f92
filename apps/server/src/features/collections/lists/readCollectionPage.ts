import type { getCollection as getCollectionCall } from '@nestmark/contract/collections'
import type { Output } from '@nestmark/contract/operation'
import type { Actor } from '../../../access/actor.ts'
import { grantCollection } from '../../../access/grant.ts'
import { collectionPermissions } from '../../../access/policies.ts'
import type { CollectionWithRole } from '../../../access/roles.ts'
import type { Call } from '../../../calls/call.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { presentBreadcrumb, readVisibleAncestors } from '../breadcrumb.ts'
import { presentCollection } from '../present.ts'
import { namesOfUsers } from '../../session/userStore.ts'
import { listOne } from './listQuery.ts'

/** Returns the collection and its breadcrumb for an action that has changed it. */
export async function readCollectionPage(
  call: Call<Actor | null>,
  id: string,
): Promise<Output<typeof getCollectionCall>> {
  const { collection } = await grantCollection(call.services.db.read, call.actor, 'collections.read', id)
  return presentCollectionPage(call, collection)
}

/** Returns a collection and its breadcrumb, as the caller may see them. */
export async function presentCollectionPage(call: Call<Actor | null>, collection: CollectionWithRole) {
  const { db } = call.services
  const personId = call.actor?.personId ?? ''
  const owners = collection.role === 'owner' ? [] : [collection.owner_id]
  const [listed, ancestors, names] = await Promise.all([
    listOne(db.read, personId, collection.id),
    readVisibleAncestors(call, collection),
    namesOfUsers(db.read, owners),
  ])
  const breadcrumb = presentBreadcrumb(ancestors, collection.role ?? 'public')
  const folder = presentCollection(listed ?? collection, collection, createPictureAddresses(call))
  if (collection.role === 'owner') return { folder, breadcrumb }
  const suggest = collection.suggestions
  return {
    folder: {
      ...folder,
      owner_name: names.get(collection.owner_id) ?? '',
      parent: breadcrumb.at(-1)?.parent ?? null,
      enable_sugg: suggest ? (1 as const) : (0 as const),
      can: collectionPermissions(collection, false, suggest),
    },
    breadcrumb,
  }
}
