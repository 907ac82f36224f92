import { isHeavyPage } from '../../../calls/heavyPage.ts'
import * as contract from '@nestmark/contract/collections'
import { pluck } from '@nestmark/core/pluck'
import { grantCollection } from '../../../access/grant.ts'
import { action, ownLibraryRead } from '../../../calls/action.ts'
import { pageInside, presentCollectionPage, readCollectionPage } from './readCollectionPage.ts'
import { OwnDataReply } from '../../../calls/replies.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { presentCollection, presentTree } from '../present.ts'
import { readOwnership } from '../placing/ownership.ts'
import { listFavourites } from './listQuery.ts'
import { setFavouriteCollection, readMembers, treeRows, readAncestors } from '../store.ts'
import { countLinks, readInside, countWriters } from './insideQuery.ts'

/** Returns the top-level collections, the most recently changed first. */
export const listDashboardCollections = action(
  contract.listDashboardCollections,
  { heavy: isHeavyPage, isOwn: true },
  async (call, input) => {
    const root = await grantCollection(
      call.services.db.read,
      call.actor,
      'collections.read',
      call.actor.rootId,
    )
    return pageInside(call, root.collection, input)
  },
)

/** Returns one collection, its breadcrumb, and a page of its sub-collections. */
export const listSubcollections = action(
  contract.listSubcollections,
  { heavy: isHeavyPage },
  async (call, input) => {
    const { db } = call.services
    const { collection } = await grantCollection(db.read, call.actor, 'collections.read', input.folder_id)
    const [head, inside] = await Promise.all([
      presentCollectionPage(call, collection),
      pageInside(call, collection, input),
    ])
    const answer = { ...head, ...inside }
    return collection.role === 'public' ? answer : new OwnDataReply(answer)
  },
)

/** Returns the caller's favourite collections, own and shared, the newest first. */
export const listFavouriteCollections = action(
  contract.listFavouriteCollections,
  ownLibraryRead,
  async (call, input) => {
    const personId = call.actor.personId
    const rows = await listFavourites(call.services.db.read, personId, input.page)
    const toOwnedItem = ({ owner_id, id: collection_id }: (typeof rows)[number]) => ({
      owner_id,
      collection_id,
    })
    const ownership = await readOwnership(call.services.db.read, call.actor, rows.map(toOwnedItem))
    return rows.map(row => {
      const { role, shareRoot, ...owner } = ownership.of(toOwnedItem(row))
      const favourite = presentCollection(row, { role, shareRoot }, createPictureAddresses(call))
      // Only the owner sees the parent: the list omits it for members.
      return role === 'owner' ? favourite : { ...favourite, ...owner, parent: null }
    })
  },
)

/** Adds or removes the caller's favourite mark on a collection. Idempotent. */
export const favouriteCollection = action(
  contract.favouriteCollection,
  async ({ actor, services: { db, now } }, input) => {
    await db.write(async tx => {
      const granted = await grantCollection(tx, actor, 'collections.favourite', input.folder_id)
      await setFavouriteCollection(tx, granted, actor.personId, input.folder_id, input.is_fav === 1, now())
    })
    return {}
  },
)

/** Returns the caller's complete tree. */
export const getTree = action(
  contract.getTree,
  { heavy: true, longResponse: true, isOwn: true },
  async ({ actor, services }) => {
    const { read } = services.db
    const members = await readMembers(read, actor.personId)
    return presentTree(await treeRows(read, actor.personId), actor.rootId, members)
  },
)

/**
 * Returns one collection and its breadcrumb; for those who see it because it is public, also the numbers on its
 * public page.
 */
export const getCollection = action(contract.getCollection, async (call, { folder_id: id }) => {
  const head = await readCollectionPage(call, id)
  if (head.folder.role !== 'public') return new OwnDataReply(head)
  const { read } = call.services.db
  const path = await readAncestors(read, [id])
  const [counts, writers] = await Promise.all([readInside(read, [id]), countWriters(read, pluck(path, 'id'))])
  const { inside, updated } = counts?.get(id) ?? {}
  const summary = {
    links: inside ? countLinks(inside) : null,
    category_counts: inside?.category_counts ?? null,
    collections: inside?.collections ?? null,
    update_date: updated ?? null,
    // The owner adds to it too.
    contributors: writers + 1,
  }
  return { ...head, summary }
})
