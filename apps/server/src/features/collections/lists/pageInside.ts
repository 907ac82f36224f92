import type { listSubcollections as listSubcollectionsCall } from '@nestmark/contract/collections'
import type { Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../../../access/actor.ts'
import { type CollectionWithRole, sharedRoles } from '../../../access/roles.ts'
import type { Queries } from '../../../db/db.ts'
import type { Call } from '../../../calls/call.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { asOwner, presentCollection } from '../present.ts'
import { readInside, readInsideTrashed } from './insideQuery.ts'
import { listInside } from './listQuery.ts'
import { countCollections, subcollectionFilter } from '../store.ts'

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
