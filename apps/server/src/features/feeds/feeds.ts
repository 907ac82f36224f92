import * as contract from '@nestmark/contract/feeds'
import type { Parsed } from '@nestmark/contract/operation'
import { normaliseAddress } from '@nestmark/core/addresses/url'
import { limits } from '@nestmark/core/limits'
import { toPlan } from '@nestmark/core/plans/plans'
import { grantCollection } from '../../access/grant.ts'
import { type CollectionWithRole, collectionsWithRoles } from '../../access/roles.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { presentFeeds, presentFeed } from './present.ts'
import {
  type Feed,
  listFeedsOf,
  findFeed,
  removeFeed,
  hasFeed,
  insertFeed,
  planReading,
  changeFeed,
  deleteWaitingJobs,
  countFeeds,
} from './store.ts'
import { refuse } from '../../access/refuse.ts'
import type { CallWith } from '../../services.ts'
import { refuseFailedFetch, toCaller } from '../links/filling/fetchForCaller.ts'
import { newId } from '../../db/newId.ts'
import type { Tx, Queries } from '../../db/db.ts'
import type { Actor } from '../../access/actor.ts'
import { areQuotasEnforced } from '../../access/planQuotas.ts'
import { isAllowedOn } from '../../access/policies.ts'
import { lockTree } from '../../db/dialect.ts'
import { findPerson } from '../session/store.ts'

/** Lists the feeds of a collection for those who may write there, or those that the person added. */
export const listFeeds = action(contract.listFeeds, async (call, input) => {
  const { feeds } = await findListedFeeds(call, input)
  return presentFeeds(call.services.db.read, call.actor, feeds)
})

/**
 * Returns the feeds of a collection, on request with those of its descendants, or without a collection those that the
 * person added; and the collection.
 * @throws Refused 'collections.notFound', 'collections.readOnly'
 */
export async function findListedFeeds(
  { actor, services: { db } }: Call,
  { folder_id: collectionId, include_sub: below }: Parsed<typeof contract.listFeeds>,
): Promise<{ feeds: Feed[]; collection?: CollectionWithRole }> {
  if (collectionId === undefined) return { feeds: await listFeedsOf(db.read, { personId: actor.personId }) }
  const { collection } = await grantCollection(db.read, actor, 'collections.add', collectionId)
  const of = below === 1 ? { top: collection } : { collectionId }
  return { feeds: await listFeedsOf(db.read, of), collection }
}

/** Returns the feeds at an address. */
export const findFeeds = action(contract.findFeeds, async (call: CallWith<'scraper'>, { address: typed }) => {
  const address = normaliseAddress(typed)
  if (address === null || !call.services.scraper.isFetchable(address)) return refuse('feeds.addressInvalid')
  const { feed, named, url } = await refuseFailedFetch(
    call.services.scraper.fetchFeed(address, toCaller(call)),
  )
  return feed ? [{ address: url, title: feed.title }] : named
})

/** Reads a feed now, in the background. */
export const readFeed = action(
  contract.readFeed,
  async ({ actor, services: { db, jobs, now } }, { feed_id: id }) => {
    const feed = await db.write(async tx => {
      const found = await requireFeed(tx, actor, id)
      await grantFeedPlace(tx, actor, found.collection_id)
      await resumeFeed(tx, found, actor.personId, now())
      return findFeed(tx, id)
    })
    jobs.wake()
    return presentFeed(db.read, actor, feed)
  },
)

/** Removes a feed. Its links stay. */
export const deleteFeed = action(
  contract.deleteFeed,
  async ({ actor, services: { db } }, { feed_id: id }) => {
    await db.write(async tx => removeFeed(tx, await requireFeed(tx, actor, id)))
    return {}
  },
)

/** Adds a feed to a collection; a job reads it at once. */
export const addFeed = action(
  contract.addFeed,
  async (
    { actor, services: { db, jobs, now, scraper } }: CallWith<'scraper'>,
    { folder_id: collectionId, address: typed, tag = null, with_newest: withNewest },
  ) => {
    const address = normaliseAddress(typed)
    if (address === null || !scraper.isFetchable(address)) return refuse('feeds.addressInvalid')
    const at = now()
    const row = {
      id: newId(),
      person_id: actor.personId,
      collection_id: collectionId,
      address,
      tag,
      with_newest: withNewest,
      next_at: at,
      created_at: at,
    }
    const feed = await db.write(async tx => {
      const { collection } = await grantFeedPlace(tx, actor, collectionId)
      await requireFeedQuota(tx, collection.owner_id)
      if (await hasFeed(tx, collectionId, address)) refuse('feeds.exists')
      await insertFeed(tx, row)
      await planReading(tx, row, at, at)
      return findFeed(tx, row.id)
    })
    jobs.wake()
    return presentFeed(db.read, actor, feed)
  },
)

/** Changes a feed, pauses it or resumes it. */
export const updateFeed = action(
  contract.updateFeed,
  async (
    { actor, services: { db, jobs, now } },
    { feed_id: id, folder_id: collectionId, tag, is_active: isActive },
  ) => {
    const changed = await db.write(async tx => {
      const feed = await requireFeed(tx, actor, id)
      if (collectionId !== undefined && collectionId !== feed.collection_id) {
        const { collection } = await grantFeedPlace(tx, actor, collectionId)
        await requireFeedQuota(tx, collection.owner_id)
        if (await hasFeed(tx, collectionId, feed.address)) refuse('feeds.exists')
        await changeFeed(tx, id, { collection_id: collectionId })
      }
      if (tag !== undefined) await changeFeed(tx, id, { tag })
      if (isActive === 0) {
        await changeFeed(tx, id, { active: 0, off_reason: 'person' })
        await deleteWaitingJobs(tx, feed)
      }
      if (isActive === 1) {
        await grantFeedPlace(tx, actor, collectionId ?? feed.collection_id)
        await resumeFeed(tx, feed, actor.personId, now())
      }
      return findFeed(tx, id)
    })
    if (isActive === 1) jobs.wake()
    return presentFeed(db.read, actor, changed)
  },
)

/** Reads a feed at once, as if it had never failed, in the name of the person who asked for it. */
async function resumeFeed(tx: Tx, feed: Feed, personId: string, now: number): Promise<void> {
  await deleteWaitingJobs(tx, feed)
  await changeFeed(tx, feed.id, {
    // The person who added it may no longer be allowed to.
    ...(feed.off_reason === 'right' && { person_id: personId }),
    active: 1,
    off_reason: null,
    ...(feed.active === 0 && { fault: null, failing_since: null, failures: 0 }),
  })
  await planReading(tx, feed.off_reason === 'right' ? { ...feed, person_id: personId } : feed, now, now)
}

/**
 * Checks that a feed of the actor may fill a collection.
 * @throws Refused 'collections.notFound', 'collections.readOnly', 'collections.inTrash', 'feeds.encrypted'
 */
async function grantFeedPlace(db: Queries, actor: Actor, collectionId: string) {
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
async function requireFeed(db: Queries, actor: Actor, id: string): Promise<Feed> {
  const feed = await findFeed(db, id)
  if (!feed) return refuse('feeds.notFound')
  if (feed.person_id === actor.personId) return feed
  const [collection] = await collectionsWithRoles(db, actor, [feed.collection_id])
  return collection && isAllowedOn(collection, 'collections.add') ? feed : refuse('feeds.notFound')
}
