import type {
  getSharedTrees as getSharedTreesCall,
  listSharedCollections as listSharedCollectionsCall,
  whoCanSee as whoCanSeeCall,
} from '@nestmark/contract/share'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import { grantCollection } from '../../access/grant.ts'
import type { Call } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { presentCollection, presentTrees } from '../collections/present.ts'
import { listByIds } from '../collections/listQuery.ts'
import { readAncestors } from '../collections/store.ts'
import { findUser } from '../session/userStore.ts'
import { publicAmong, readDescendantRows, readMembers, sharedWith } from './store.ts'

/** The maximum number of listed collections; the specification has no pages for this list. */
const maxListed = 5000

/** Returns the collections that others share with the caller. */
export async function listSharedCollections(call: Call): Promise<Output<typeof listSharedCollectionsCall>> {
  const { db } = call.services
  const shares = await sharedWith(db.read, call.actor.personId)
  const ids = shares.map(share => share.id)
  const rows = await listByIds(db.read, call.actor.personId, ids, maxListed)
  const byId = new Map(shares.map(share => [share.id, share]))
  return rows.map(row => {
    const share = assertDefined(byId.get(row.id), 'share')
    const type = share.may_write ? ('write' as const) : ('read' as const)
    return {
      // No share above it grants as much: it is the root of a share.
      ...presentCollection(row, { role: type, shareRoot: true }, pictureAddress(call)),
      parent: null,
      type,
      owner_name: share.owner_name,
      shared_date: share.created_at,
    }
  })
}

/** Returns what others share with the caller, as trees. */
export async function getSharedTrees({
  actor,
  services: { db },
}: Call): Promise<Output<typeof getSharedTreesCall>> {
  const shares = await sharedWith(db.read, actor.personId)
  const rows = await readDescendantRows(
    db.read,
    shares.map(share => share.id),
  )
  const trees = presentTrees(
    rows,
    shares.map(share => share.id),
  )
  return shares.map((share, at) => ({
    type: share.may_write ? 'write' : 'read',
    tree: assertDefined(trees[at], 'tree'),
  }))
}

/**
 * Returns everyone who can see a collection, each with the collection that grants it. A person is listed once, by the
 * share with the most rights.
 */
export async function whoCanSee(
  { actor, services: { db } }: Call,
  input: Parsed<typeof whoCanSeeCall>,
): Promise<Output<typeof whoCanSeeCall>> {
  const { collection } = await grantCollection(db.read, actor, 'collections.share', input.folder_id)
  const path = await readAncestors(db.read, [collection.id])
  const ids = path.map(each => each.id)
  const names = new Map(path.map(each => [each.id, each.name]))
  const [owner, members, open] = await Promise.all([
    findUser(db.read, collection.owner_id),
    readMembers(db.read, ids),
    publicAmong(db.read, ids),
  ])
  const place = (id: string) => ({ _id: id, name: assertDefined(names.get(id), 'name') })
  const people = new Map<string, Output<typeof whoCanSeeCall>['people'][number]>()
  people.set(collection.owner_id, {
    _id: collection.owner_id,
    email: owner?.email ?? '',
    type: 'owner',
    through: place(collection.id),
  })
  // The nearest collection first, so that it is the one named.
  const near = members.toSorted((a, b) => ids.indexOf(b.collection_id) - ids.indexOf(a.collection_id))
  for (const { id, email, may_write: mayWrite, collection_id: from } of near) {
    const known = people.get(id)
    if (known && (known.type !== 'read' || !mayWrite)) continue
    people.set(id, { _id: id, email, type: mayWrite ? 'write' : 'read', through: place(from) })
  }
  const opens = ids.findLast(id => open.has(id))
  return { people: [...people.values()], public_through: opens ? place(opens) : null }
}
