import { createHash } from 'node:crypto'
import { recognise } from '@nestmark/core/embeds/recognise'
import { limits } from '@nestmark/core/limits'
import { truncateText } from '@nestmark/core/words/truncateText'
import { compareKey, formatHostAndPath, normaliseAddress } from '@nestmark/core/addresses/url'
import type { GrantedCollections } from '../../access/grant.ts'
import { readLibraryQuota } from '../../access/planQuotas.ts'
import type { CollectionWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import type { FeedItem } from '../../fetching/feed/parseFeedText.ts'
import type { Call } from '../../calls/call.ts'
import { draftLink } from '../links/saving/draft.ts'
import { type Item, writeLinks } from '../links/sets/writeLinks.ts'
import { type Feed, listKnownAddresses, listSeenKeys, markSeen } from './store.ts'

/** How many entries the first reading saves, and each later one. */
const firstItems = 10
const itemsPerReading = 50

/** What a reading saved. */
export interface SavedItems {
  /** Number of links. */
  saved: number
  /** True when entries are left for the next reading. */
  hasMore: boolean
  /** True when the library of the collection's owner accepts no more links. */
  isFull: boolean
}

/**
 * Saves the new entries of a feed as links, once each: not again after they were deleted, and not where the collection has
 * the address. The caller has locked the trees of the person and the feed.
 * @param items newest first
 */
export async function saveItems(
  tx: Tx,
  call: Call,
  granted: GrantedCollections<'collections.add'> & { readonly collection: CollectionWithRole },
  feed: Feed,
  items: readonly FeedItem[],
): Promise<SavedItems> {
  const { collection } = granted
  const isFirst = feed.read_at === null
  const keyed = items.map(item => ({ ...item, key: hashKey(item.key) }))
  const listed = keyed.map(item => item.key)
  const seen = await listSeenKeys(tx, feed.id, listed)
  const fresh = keyed.filter(item => !seen.has(item.key))
  // Later entries are saved in the order of their dates, so that none is left out for good.
  const wanted = isFirst
    ? fresh.slice(0, feed.with_newest === 1 ? firstItems : 0)
    : fresh.slice(-itemsPerReading)
  const unsaved = await withoutKnown(tx, collection, wanted)
  const quota = (await readLibraryQuota(tx, collection.owner_id))?.links ?? Infinity
  const left = new Set(unsaved.slice(0, Math.max(0, unsaved.length - quota)))
  // The newest link is written last: lists show it first.
  const saved = unsaved.filter(item => !left.has(item)).toReversed()
  if (saved.length > 0)
    await writeLinks(
      tx,
      call,
      granted,
      saved.map(item => ({ ...toItem(item, feed.tag), rules: { feed: feed.id } })),
    )
  const done = (isFirst ? fresh : wanted).filter(item => !left.has(item)).map(item => item.key)
  await markSeen(tx, feed.id, done, listed, call.services.now())
  return { saved: saved.length, hasMore: !isFirst && fresh.length > done.length, isFull: left.size > 0 }
}

/** Returns the entries whose address the collection does not have, one of each address. */
async function withoutKnown(
  tx: Tx,
  { id: collectionId, owner_id: ownerId }: Pick<CollectionWithRole, 'id' | 'owner_id'>,
  items: readonly FeedItem[],
): Promise<FeedItem[]> {
  const byAddress = new Map(items.map(item => [toCompareKey(item.address), item]))
  const known = await listKnownAddresses(tx, { collectionId, ownerId }, [...byAddress.keys()])
  return [...byAddress].filter(([key]) => !known.has(key)).map(([, item]) => item)
}

const toCompareKey = (address: string) => compareKey(address) ?? address

const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22)

function toItem({ address, title, text }: FeedItem, tag: string | null): Item {
  const named = title || truncateText(formatHostAndPath(address), limits.title)
  const category = recognise(address)?.category ?? 3
  const draft = draftLink({ link: address, name: named, desc: text || address, category })
  return {
    draft: { ...draft, descr: text },
    tags: tag === null ? [] : [tag],
    scraped: title === '',
  }
}

/** Returns whether an entry can be a link: its address is valid, and not too long. */
export const isSavable = ({ address }: FeedItem): boolean =>
  address.length <= limits.address && normaliseAddress(address) !== null
