import type { Link } from '@nestmark/contract/shapes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { pluck } from '@nestmark/core/pluck'
import type { GrantedCollections } from '../../../access/grant.ts'
import { assertSameCall, claimIdempotencyKey } from '../../../access/idempotencyKeys.ts'
import type { CollectionWithRole } from '../../../access/roles.ts'
import { Batch } from '../../../db/statements/batch.ts'
import type { Tx } from '../../../db/db.ts'
import { newId } from '../../../db/newId.ts'
import { type Call, toIdempotentCall } from '../../../calls/call.ts'
import { hashToken } from '../../../access/tokens.ts'
import { enqueueJobs } from '../../../jobs/store.ts'
import { addEvent } from '../../../domainEvents/recordEvent.ts'
import { countInBatch } from '../../collections/countersStore.ts'
import { type ClaimedFiles, finishClaims, toNewFiles } from '../../uploads/receiving/claimUploads.ts'
import { insertFiles } from '../../uploads/linkFileStore.ts'
import { toReadFileJob } from '../../uploads/reading/readFile.job.ts'
import type { LinkDraft } from '../saving/draft.ts'
import { applyRulesToNew } from '../saving/newLinkRules.ts'
import { addLinks, addNewFavourites } from '../saving/newLinkStore.ts'
import { positionInBatch } from '../lists/linkOrderStore.ts'
import { linksWithKeys } from '../lists/linkPageQuery.ts'
import { inOrder } from '../lists/readLinks.ts'

type AddRight = GrantedCollections<'collections.add'> & { readonly collection: CollectionWithRole }

export interface Item {
  draft: LinkDraft
  tags: readonly string[]
  /** True when the title is only a placeholder that the job may replace. */
  scraped: boolean
  /** The person who suggested the link: they are notified of the approval instead of a new link. */
  suggestedBy?: string | null
  /** Where the rules of its owner apply: the id of the feed that it comes from, or null. */
  rules?: { feed: string | null }
  /** Its files, whose uploads were claimed in the same transaction. */
  files?: ClaimedFiles | null
  /** What only an encrypted link has: the browser has chosen its id, to which its texts are bound. */
  encrypted?: {
    id: string
    key_id: string
    sealed_picture: string | null
    /** The date of an imported link; without it the present time. */
    created_at?: number
  }
}

/**
 * Returns the form in which a link stores the request's key, by its position in the list. Keys are separate per
 * library, and per member in another person's library. A header value never begins with a space, so a member's key
 * cannot equal one of the owner's.
 */
export function storedRequestKey(
  { actor, idempotencyKey: key }: Call,
  ownerId: string,
  at: number,
): string | null {
  if (key === null) return null
  const prefix = at === 0 ? '' : `${at} `
  if (ownerId !== actor.personId) return ` ${prefix}${hashToken(`${actor.personId} ${key}`)}`
  return at === 0 ? key : ` ${prefix}${hashToken(key)}`
}

/**
 * Writes the links, as the rules of their owner change them, with their tags, index entries, counters, jobs and events, and
 * reads the stored links.
 */
export async function writeLinks(
  tx: Tx,
  call: Call,
  granted: AddRight,
  items: readonly Item[],
): Promise<Link[]> {
  const { owner_id: ownerId, ownerShares, ownerHooks } = granted.collection
  const now = call.services.now()
  const ruled = await applyRulesToNew(tx, call.actor, granted.collection, items)
  const links = items.map(({ scraped, suggestedBy = null, files = null, encrypted = null }, at) => {
    const { draft, tags, collectionId, isFavourite, hasRules } = assertDefined(ruled[at], 'link')
    return {
      ...draft,
      collection_id: collectionId,
      ...(files && encrypted === null && { sub_category: files.subCategory, video_type: files.videoType }),
      file_bytes: files?.bytes ?? null,
      files,
      id: encrypted?.id ?? newId(),
      key_id: encrypted?.key_id ?? null,
      sealed_picture: encrypted?.sealed_picture ?? null,
      created_at: encrypted?.created_at ?? now,
      // An import has its own order.
      position: encrypted?.created_at === undefined ? null : positionInBatch(now, at),
      tags,
      requestKey: storedRequestKey(call, ownerId, at),
      scraped,
      suggestedBy,
      isFavourite,
      hasRules,
    }
  })
  const fillJobs = links
    .filter(({ address, key_id: key }) => address && key === null)
    .map(({ id, scraped, title, hasRules }) => ({
      ownerId,
      kind: 'fillLink',
      payload: { link: id, ...(scraped && { placeholder: title, ...(hasRules && { rules: 1 }) }) },
      now,
    }))
  const withFiles = links.flatMap(({ id, files }) => (files ? { id, files } : []))
  const readJobs = links
    .filter(({ files, key_id: key }) => files && key === null)
    .map(({ id }) => toReadFileJob(ownerId, id, now))
  const jobs = [...fillJobs, ...readJobs]
  const batch = new Batch(tx)
  const keyed = toIdempotentCall(call)
  // Must be the first statement: a reused key is then reported before its earlier result causes a conflict.
  if (keyed) batch.add(claimIdempotencyKey(keyed), ({ rows }) => assertSameCall(rows, keyed))
  const changes = links.map(link => ({ collectionId: link.collection_id, category: link.category, by: 1 }))
  countInBatch(batch, ownerId, changes, now)
  addLinks(batch, granted, { ownerId, now }, links)
  const marked = links.filter(link => link.isFavourite).map(link => link.id)
  addNewFavourites(batch, granted, call.actor.personId, marked, now)
  const files = withFiles.flatMap(({ id, files }) => toNewFiles(files, { id, ownerId, now }))
  if (files.length > 0) batch.add(insertFiles(tx, files))
  if (jobs.length > 0) batch.add(enqueueJobs(tx, jobs))
  const event = { type: 'link.created', by: call.actor.personId, at: now } as const
  const subjects = links.map(({ id, collection_id, title, suggestedBy }) => ({
    collectionId: collection_id,
    id,
    title,
    alreadyNotified: suggestedBy,
  }))
  const finishEvent = addEvent(batch, event, subjects, {
    isShared: ownerShares,
    mayHaveWebhooks: ownerHooks,
  })
  let saved: Link[] = []
  const ids = links.map(link => link.id)
  batch.add(
    linksWithKeys(tx, call.actor.personId, 'id', ids),
    ({ rows }) => (saved = inOrder(call, rows, 'id', ids, granted.collection.role)),
  )
  await batch.run()
  await finishClaims(tx, pluck(withFiles, 'files'), now)
  await finishEvent()
  return saved
}
