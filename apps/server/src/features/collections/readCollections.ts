import type {
  dashboardFolders,
  getFavFolders,
  getFolderChain,
  getFolderData,
  getFolderFolders,
} from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { grantCollection } from '../../access/grant.ts'
import { collectionCan } from '../../access/policies.ts'
import { type CollectionWithRole, sharedRoles, sharedWithPerson } from '../../access/roles.ts'
import { type Call, OwnAnswer } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { asOwner, presentBreadcrumb, presentCollection, presentTree } from './present.ts'
import { namesOfUsers } from '../session/userStore.ts'
import { readOwnership } from './ownership.ts'
import { readAncestors, countCollections, insideFilter, listCollections, treeRows } from './store.ts'

const orders = {
  date: { 1: sql`updated_at desc, id desc`, 2: sql`updated_at, id` },
  name: { 1: sql`name_key desc, id desc`, 2: sql`name_key, id` },
  hand: { 1: sql`position desc, name_key desc, id desc`, 2: sql`position, name_key, id` },
} as const

type Paged = Pick<Parsed<typeof getFolderFolders>, 'input' | 'page' | 'order' | 'sort'>

/** The collections at the top, the one that changed last first. */
export async function readDashboard(
  call: Call,
  input: Parsed<typeof dashboardFolders>,
): Promise<Output<typeof dashboardFolders>> {
  const root = await grantCollection(call.services.db.read, call.actor, 'collections.read', call.actor.rootId)
  return pageInside(call, root.collection, input)
}

/** One collection and its way from the top. */
export async function readCollection(
  call: Call<Actor | null>,
  { folder_id: id }: Parsed<typeof getFolderData>,
): Promise<Output<typeof getFolderData> | OwnAnswer<Output<typeof getFolderData>>> {
  const head = await readHead(call, id)
  return head.folder.role === 'public' ? head : new OwnAnswer(head)
}

/** The same for an action that has changed it. */
export async function readHead(call: Call<Actor | null>, id: string): Promise<Output<typeof getFolderData>> {
  const { collection } = await grantCollection(call.services.db.read, call.actor, 'collections.read', id)
  return presentHead(call, collection)
}

/** One collection, its way from the top, and a page of what lies inside. */
export async function readInside(
  call: Call<Actor | null>,
  input: Parsed<typeof getFolderFolders>,
): Promise<Output<typeof getFolderFolders> | OwnAnswer<Output<typeof getFolderFolders>>> {
  const { db } = call.services
  const { collection } = await grantCollection(db.read, call.actor, 'collections.read', input.folder_id)
  const [head, inside] = await Promise.all([
    presentHead(call, collection),
    pageInside(call, collection, input),
  ])
  const answer = { ...head, ...inside }
  return collection.role === 'public' ? answer : new OwnAnswer(answer)
}

/** The whole tree of the caller. */
export async function readTree({ actor, services }: Call): Promise<Output<typeof getFolderChain>> {
  return presentTree(await treeRows(services.db.read, actor.personId), actor.rootId)
}

/** The caller's favourite collections, their own and those that others share with them, the newest first. */
export async function readFavourites(
  call: Call,
  input: Parsed<typeof getFavFolders>,
): Promise<Output<typeof getFavFolders>> {
  const personId = call.actor.personId
  const rows = await listCollections(call.services.db.read, {
    personId,
    filter: sql<boolean>`id in (select collection_id from favourite_collections where person_id = ${personId})
      and (owner_id = ${personId} or id in (${sharedWithPerson(personId)})) and trashed_by is null`,
    orderBy: sql`updated_at desc, id`,
    limit: limits.pageSize,
    offset: (input.page - 1) * limits.pageSize,
  })
  const placed = ({ owner_id, id: place }: (typeof rows)[number]) => ({ owner_id, place })
  const whose = await readOwnership(call.services.db.read, call.actor, rows.map(placed))
  return rows.map(row => {
    const { role, shareRoot, ...owner } = whose.of(placed(row))
    const favourite = presentCollection(row, { role, shareRoot }, pictureAddress(call))
    // Where it lies is its owner's business: the list shows no way to it.
    return role === 'owner' ? favourite : { ...favourite, ...owner, parent: null }
  })
}

async function presentHead(call: Call<Actor | null>, collection: CollectionWithRole) {
  const { db } = call.services
  const personId = call.actor?.personId ?? ''
  // Whose it is is told to members, not to the public.
  const owners = collection.role === 'read' || collection.role === 'write' ? [collection.owner_id] : []
  const [listed, ancestors, names] = await Promise.all([
    listCollections(db.read, {
      personId,
      filter: sql<boolean>`id = ${collection.id}`,
      orderBy: sql`id`,
      limit: 1,
      offset: 0,
    }),
    waySeen(call, collection),
    namesOfUsers(db.read, owners),
  ])
  const breadcrumb = presentBreadcrumb(ancestors, collection.role ?? 'public')
  const folder = presentCollection(listed[0] ?? collection, collection, pictureAddress(call))
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

/** The way from the top; for others than the owner only from the first collection that they may see. */
async function waySeen(call: Call<Actor | null>, collection: CollectionWithRole) {
  const { read } = call.services.db
  const way = await readAncestors(read, [collection.id])
  if (collection.role === 'owner') return way
  const roles = await sharedRoles(
    read,
    call.actor,
    way.map(each => each.id),
  )
  return way.slice(way.findIndex(each => roles.get(each.id)?.role))
}

async function pageInside(
  call: Call<Actor | null>,
  parent: CollectionWithRole,
  { input = '', page, order, sort }: Paged,
) {
  const { db } = call.services
  const filter = insideFilter(db.read, parent.id, input)
  const [rows, total] = await Promise.all([
    listCollections(db.read, {
      personId: call.actor?.personId ?? '',
      filter,
      orderBy: orders[sort][order],
      limit: limits.pageSize,
      offset: (page - 1) * limits.pageSize,
    }),
    input.trim() ? countCollections(db.read, filter) : parent.folder_count,
  ])
  // A collection inside can be shared further than the one around it.
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
