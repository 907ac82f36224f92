import type {
  getCollection as getCollectionCall,
  listSubcollections as listSubcollectionsCall,
} from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { BreadcrumbEntry } from '@nestmark/contract/shapes'
import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../../access/actor.ts'
import { grantCollection } from '../../../access/grant.ts'
import { collectionPermissions, type Role } from '../../../access/policies.ts'
import { type CollectionWithRole, sharedRoles } from '../../../access/roles.ts'
import type { Call } from '../../../calls/call.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { presentCollection, asOwner } from '../present.ts'
import { namesOfUsers } from '../../session/userStore.ts'
import { listOne, listInside } from './listQuery.ts'
import type { Queries } from '../../../db/db.ts'
import { readInside, readInsideTrashed } from './insideQuery.ts'
import { countCollections, subcollectionFilter, type Ancestor, readAncestors } from '../store.ts'

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

/**
 * Returns the ancestors of a collection for its breadcrumb; for other callers than the owner, from the first collection
 * that they may see.
 */
async function readVisibleAncestors(call: Call<Actor | null>, collection: CollectionWithRole) {
  const { read } = call.services.db
  const path = await readAncestors(read, [collection.id])
  if (collection.role === 'owner') return path
  const roles = await sharedRoles(read, call.actor, pluck(path, 'id'))
  return path.slice(path.findIndex(each => roles.get(each.id)?.role))
}

/** The labels of breadcrumb entries, by the caller's role. */
const labels: Record<Exclude<Role, null>, string> = {
  owner: 'My collections',
  write: 'Shared collections (with write access)',
  read: 'Shared collections',
  public: 'Shared collections',
}

/**
 * Returns the breadcrumb from the top, without the root, which pages show as 'Dashboard'.
 * @param ancestors for other callers than the owner, only the collections that they may see: the breadcrumb starts at
 * the first of them
 */
export function presentBreadcrumb(
  ancestors: readonly Ancestor[],
  role: Exclude<Role, null> = 'owner',
): BreadcrumbEntry[] {
  return ancestors
    .filter(each => each.parent_id !== null)
    .map((each, at) => ({
      _id: each.id,
      name: each.name,
      parent: at === 0 && role !== 'owner' ? null : each.parent_id,
      label: labels[role],
    }))
}
