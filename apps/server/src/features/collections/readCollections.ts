import type {
  listDashboardCollections as listDashboardCollectionsCall,
  listFavouriteCollections as listFavouriteCollectionsCall,
  getTree as getTreeCall,
  getCollection as getCollectionCall,
  listSubcollections as listSubcollectionsCall,
} from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../../access/actor.ts'
import { grantCollection } from '../../access/grant.ts'
import { collectionCan } from '../../access/policies.ts'
import { type CollectionWithRole, sharedRoles } from '../../access/roles.ts'
import { type Call, OwnAnswer } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { asOwner, presentBreadcrumb, presentCollection, presentTree } from './present.ts'
import { namesOfUsers } from '../session/userStore.ts'
import { readOwnership } from './ownership.ts'
import { listFavourites, listInside, listOne } from './listQuery.ts'
import { countCollections, insideFilter, readAncestors, treeRows } from './store.ts'

type Paged = Pick<Parsed<typeof listSubcollectionsCall>, 'input' | 'page' | 'order' | 'sort'>

/** Returns the top-level collections, the most recently changed first. */
export async function listDashboardCollections(
  call: Call,
  input: Parsed<typeof listDashboardCollectionsCall>,
): Promise<Output<typeof listDashboardCollectionsCall>> {
  const root = await grantCollection(call.services.db.read, call.actor, 'collections.read', call.actor.rootId)
  return pageInside(call, root.collection, input)
}

/** Returns one collection and its breadcrumb. */
export async function getCollection(
  call: Call<Actor | null>,
  { folder_id: id }: Parsed<typeof getCollectionCall>,
): Promise<Output<typeof getCollectionCall> | OwnAnswer<Output<typeof getCollectionCall>>> {
  const head = await readHead(call, id)
  return head.folder.role === 'public' ? head : new OwnAnswer(head)
}

/** Returns the collection and its breadcrumb for an action that has changed it. */
export async function readHead(
  call: Call<Actor | null>,
  id: string,
): Promise<Output<typeof getCollectionCall>> {
  const { collection } = await grantCollection(call.services.db.read, call.actor, 'collections.read', id)
  return presentHead(call, collection)
}

/** Returns one collection, its breadcrumb, and a page of its sub-collections. */
export async function listSubcollections(
  call: Call<Actor | null>,
  input: Parsed<typeof listSubcollectionsCall>,
): Promise<Output<typeof listSubcollectionsCall> | OwnAnswer<Output<typeof listSubcollectionsCall>>> {
  const { db } = call.services
  const { collection } = await grantCollection(db.read, call.actor, 'collections.read', input.folder_id)
  const [head, inside] = await Promise.all([
    presentHead(call, collection),
    pageInside(call, collection, input),
  ])
  const answer = { ...head, ...inside }
  return collection.role === 'public' ? answer : new OwnAnswer(answer)
}

/** Returns the caller's whole tree. */
export async function getTree({ actor, services }: Call): Promise<Output<typeof getTreeCall>> {
  return presentTree(await treeRows(services.db.read, actor.personId), actor.rootId)
}

/** Returns the caller's favourite collections, own and shared, the newest first. */
export async function listFavouriteCollections(
  call: Call,
  input: Parsed<typeof listFavouriteCollectionsCall>,
): Promise<Output<typeof listFavouriteCollectionsCall>> {
  const personId = call.actor.personId
  const rows = await listFavourites(call.services.db.read, personId, input.page)
  const placed = ({ owner_id, id: place }: (typeof rows)[number]) => ({ owner_id, place })
  const whose = await readOwnership(call.services.db.read, call.actor, rows.map(placed))
  return rows.map(row => {
    const { role, shareRoot, ...owner } = whose.of(placed(row))
    const favourite = presentCollection(row, { role, shareRoot }, pictureAddress(call))
    // Only the owner sees the parent: the list omits it for members.
    return role === 'owner' ? favourite : { ...favourite, ...owner, parent: null }
  })
}

async function presentHead(call: Call<Actor | null>, collection: CollectionWithRole) {
  const { db } = call.services
  const personId = call.actor?.personId ?? ''
  // Members see the owner's name; the public does not.
  const owners = collection.role === 'read' || collection.role === 'write' ? [collection.owner_id] : []
  const [listed, ancestors, names] = await Promise.all([
    listOne(db.read, personId, collection.id),
    visibleBreadcrumb(call, collection),
    namesOfUsers(db.read, owners),
  ])
  const breadcrumb = presentBreadcrumb(ancestors, collection.role ?? 'public')
  const folder = presentCollection(listed ?? collection, collection, pictureAddress(call))
  if (collection.role === 'owner') return { folder, breadcrumb }
  const suggest = collection.suggestions
  return {
    folder: {
      ...folder,
      ...(owners.length > 0 && { owner_name: names.get(collection.owner_id) ?? '' }),
      parent: breadcrumb.at(-1)?.parent ?? null,
      enable_sugg: suggest ? (1 as const) : (0 as const),
      can: collectionCan(collection, false, suggest),
    },
    breadcrumb,
  }
}

/** Returns the breadcrumb; for other callers than the owner, from the first collection that they may see. */
async function visibleBreadcrumb(call: Call<Actor | null>, collection: CollectionWithRole) {
  const { read } = call.services.db
  const path = await readAncestors(read, [collection.id])
  if (collection.role === 'owner') return path
  const roles = await sharedRoles(
    read,
    call.actor,
    path.map(each => each.id),
  )
  return path.slice(path.findIndex(each => roles.get(each.id)?.role))
}

async function pageInside(
  call: Call<Actor | null>,
  parent: CollectionWithRole,
  { input = '', page, order, sort }: Paged,
) {
  const { db } = call.services
  const [rows, total] = await Promise.all([
    listInside(db.read, call.actor?.personId ?? '', parent.id, { input, sort, order, page }),
    input.trim() ? countCollections(db.read, insideFilter(db.read, parent.id, input)) : parent.folder_count,
  ])
  // A sub-collection can be shared with more people than its parent.
  const roles =
    parent.role === 'owner'
      ? undefined
      : await sharedRoles(
          db.read,
          call.actor,
          rows.map(row => row.id),
        )
  const folders = rows.map(row =>
    presentCollection(row, roles?.get(row.id) ?? { ...asOwner, role: parent.role }, pictureAddress(call)),
  )
  return { folders, page, total }
}
