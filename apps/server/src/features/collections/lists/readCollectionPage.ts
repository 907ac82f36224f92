import type {
  getCollection as getCollectionCall,
  listSubcollections as listSubcollectionsCall,
} from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../../../access/actor.ts'
import { grantCollection } from '../../../access/grant.ts'
import { collectionPermissions } from '../../../access/policies.ts'
import { type CollectionWithRole, sharedRoles } from '../../../access/roles.ts'
import type { Call } from '../../../calls/call.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { presentBreadcrumb, readVisibleAncestors } from '../breadcrumb.ts'
import { presentCollection, asOwner } from '../present.ts'
import { namesOfUsers } from '../../session/userStore.ts'
import { listOne, listInside } from './listQuery.ts'
import type { Queries } from '../../../db/db.ts'
import { readInside, readInsideTrashed } from './insideQuery.ts'
import { countCollections, subcollectionFilter } from '../store.ts'

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

type Paged = Pick<Parsed<typeof listSubcollectionsCall>, 'input' | 'page' | 'order' | 'sort'>

/** Returns a page of the sub-collections of a collection, as the caller may see them. */
export async function pageInside(
  call: Call<Actor | null>,
  parent: CollectionWithRole,
  { input = '', page, order, sort }: Paged,
) {
  const { db } = call.services
  const [rows, total] = await Promise.all([
    listInside(db.read, call.actor?.personId ?? '', parent, { input, sort, order, page }),
    input.trim()
      ? countCollections(db.read, subcollectionFilter(db.read, parent, input))
      : parent.folder_count,
  ])
  // A sub-collection can be shared with more people than its parent.
  const ids = rows.map(row => row.id)
  const roles = parent.role === 'owner' ? undefined : await sharedRoles(db.read, call.actor, ids)
  const counts = await countInside(db.read, parent, ids)
  const folders = rows.map(row => ({
    ...presentCollection(
      row,
      roles?.get(row.id) ?? { ...asOwner, role: parent.role },
      createPictureAddresses(call),
    ),
    ...(counts !== undefined && { inside: counts?.get(row.id)?.inside ?? null }),
  }))
  return { folders, page, total }
}

/** Members have the tree of the collections that are shared with them; what is in the trash is in no tree. */
function countInside(db: Queries, parent: CollectionWithRole, ids: readonly string[]) {
  if (parent.trashed_by !== null) return readInsideTrashed(db, ids)
  return parent.role === 'public' ? readInside(db, ids) : undefined
}
