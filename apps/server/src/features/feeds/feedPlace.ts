import { limits } from '@nestmark/core/limits'
import { toPlan } from '@nestmark/core/plans/plans'
import type { Actor } from '../../access/actor.ts'
import { grantCollection } from '../../access/grant.ts'
import { areQuotasEnforced } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import { isAllowedOn } from '../../access/policies.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { findPerson } from '../session/store.ts'
import { countFeeds, type Feed, findFeed } from './store.ts'

/**
 * Checks that a feed of the actor may fill a collection.
 * @throws Refused 'collections.notFound', 'collections.readOnly', 'collections.inTrash', 'feeds.encrypted'
 */
export async function grantFeedPlace(db: Queries, actor: Actor, collectionId: string) {
  const granted = await grantCollection(db, actor, 'collections.add', collectionId)
  if (granted.collection.trashed_by !== null) refuse('collections.inTrash')
  // The server has no key with which it could encrypt the links.
  if (granted.collection.enc_id !== null) refuse('feeds.encrypted')
  return granted
}

/**
 * Asserts that the library of a collection's owner may have one more feed: 20 in the free plan where plans are limited,
 * otherwise 200. Counts while the owner's row is locked.
 * @throws Refused 'feeds.tooMany'
 */
export async function requireFeedQuota(tx: Tx, ownerId: string): Promise<void> {
  await lockTree(tx, ownerId)
  const owner = await findPerson(tx, ownerId)
  const isFree = areQuotasEnforced() && !toPlan(owner?.plan ?? 1).paid
  if ((await countFeeds(tx, ownerId)) >= (isFree ? limits.freeFeeds : limits.feeds)) refuse('feeds.tooMany')
}

/**
 * Returns a feed that the actor added, or whose collection the actor may write.
 * @throws Refused 'feeds.notFound'
 */
export async function requireFeed(db: Queries, actor: Actor, id: string): Promise<Feed> {
  const feed = await findFeed(db, id)
  if (!feed) return refuse('feeds.notFound')
  if (feed.person_id === actor.personId) return feed
  const [collection] = await collectionsWithRoles(db, actor, [feed.collection_id])
  return collection && isAllowedOn(collection, 'collections.add') ? feed : refuse('feeds.notFound')
}
