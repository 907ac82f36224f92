import type {
  oneClickSave as oneClick,
  saveLink as save,
  saveLinks as saveMany,
} from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { recognise } from '@nestmark/core/embeds/recognise'
import { parseHost, normaliseAddress } from '@nestmark/core/url'
import { grantCollection, type GrantedCollections } from '../../access/grant.ts'
import { refuse, Refused } from '../../access/refuse.ts'
import { checkClaim, claimingKey, refuseReusedKey } from '../../access/requestKeys.ts'
import { type CollectionWithRole, linksWithRoles } from '../../access/roles.ts'
import { Batch } from '../../db/batch.ts'
import type { Tx } from '../../db/db.ts'
import { isDuplicate } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { type Call, keyedCall } from '../../http/implement.ts'
import { tokenHash } from '../../http/session.ts'
import { newJobs } from '../../jobs/store.ts'
import { addEvent } from '../../domainEvents/recordEvent.ts'
import { countInBatch } from '../collections/countersStore.ts'
import { distinctNames } from '../tags/store.ts'
import { draftLink, type LinkDraft } from './draft.ts'
import { addLinks } from './newLinkStore.ts'
import { linksWithKeys } from './linkPageQuery.ts'
import { inOrder, readLinks } from './readLinks.ts'
import { linksOfRequest } from './store.ts'

type AddRight = GrantedCollections<'collections.add'> & { readonly collection: CollectionWithRole }

/**
 * Saves one link. Nothing is fetched before the response; a job fills in the fields that were left empty. The same
 * request key returns the same link.
 */
export async function saveLink(call: Call, input: Parsed<typeof save>): Promise<Output<typeof save>> {
  return saveOne(call, input.parent, { draft: draftLink(input), tags: input.tags, scraped: false })
}

/** Saves a list of links, all or none. */
export async function saveLinks(
  call: Call,
  input: Parsed<typeof saveMany>,
): Promise<Output<typeof saveMany>> {
  const items = input.links.map(link => ({ draft: draftLink(link), tags: link.tags, scraped: false }))
  return { links: await saveOnce(call, input.parent ?? call.actor.rootId, items) }
}

/** Saves an address without a form, titled with its host name until the page is read. */
export async function oneClickSave(
  call: Call,
  input: Parsed<typeof oneClick>,
): Promise<Output<typeof oneClick>> {
  if (!input.url.trim()) refuse('links.linkRequired')
  const address = normaliseAddress(input.url)
  if (!address) return refuse('links.linkInvalid')
  const category = recognise(address)?.category ?? 3
  const draft = draftLink({ link: input.url, name: parseHost(address) || address, desc: address, category })
  draft.descr = ''
  return saveOne(call, input.parent, { draft, tags: input.tags, scraped: true })
}

export interface Item {
  draft: LinkDraft
  tags: readonly string[]
  /** True when the title is only a placeholder that the job may replace. */
  scraped: boolean
  /** The person who suggested the link: they are notified of the approval instead of a new link. */
  suggestedBy?: string | null
}

async function saveOne(call: Call, parentId: string | null | undefined, item: Item): Promise<Link> {
  const [link] = await saveOnce(call, parentId ?? call.actor.rootId, [item])
  return assertDefined(link, 'link')
}

async function saveOnce(call: Call, parentId: string, items: readonly Item[]): Promise<Link[]> {
  const { actor, services } = call
  const { db } = services
  let place = { ownerId: actor.personId }
  try {
    const saved = await db.write(async tx => {
      const granted = await grantCollection(tx, actor, 'collections.add', parentId)
      place = { ownerId: granted.collection.owner_id }
      if (granted.collection.trashed_by !== null) refuse('collections.inTrash')
      return writeLinks(tx, call, granted, items)
    })
    if (items.some(({ draft }) => draft.address)) services.jobs.wake()
    return saved
  } catch (error) {
    // A repeated request: the first one created the link, even if its collection has changed since then.
    const keyed = keyedCall(call)
    if (!call.idempotencyKey || !(isDuplicate(error) || error instanceof Refused)) throw error
    if (keyed) await refuseReusedKey(db.read, keyed)
    const keys = items.flatMap((_, at) => storedRequestKey(call, place.ownerId, at) ?? [])
    const made = await linksOfRequest(db.read, place.ownerId, keys)
    const [first] = made
    if (!first) throw error
    const [seen] = await linksWithRoles(db.read, actor, [first.id])
    const seqs = made.map(({ seq }) => seq)
    if (seen?.role) return readLinks(call, seqs, seen.role)
    // A member created it, and it is now in a collection that the member cannot see.
    throw error instanceof Refused ? error : new Refused('links.notFound')
  }
}

/**
 * Returns the form in which a link stores the request's key, by its position in the list. Keys are separate per
 * library, and per member in another person's library. A header value never begins with a space, so a member's key
 * cannot equal one of the owner's.
 */
function storedRequestKey({ actor, idempotencyKey: key }: Call, ownerId: string, at: number): string | null {
  if (key === null) return null
  const place = at === 0 ? '' : `${at} `
  if (ownerId !== actor.personId) return ` ${place}${tokenHash(`${actor.personId} ${key}`)}`
  return at === 0 ? key : ` ${place}${tokenHash(key)}`
}

/** Writes the links with their tags, index entries, counters, jobs and events, and reads the stored links. */
export async function writeLinks(
  tx: Tx,
  call: Call,
  granted: AddRight,
  items: readonly Item[],
): Promise<Link[]> {
  const { id: collectionId, owner_id: ownerId, ownerShares, ownerHooks } = granted.collection
  const now = call.services.now()
  const links = items.map(({ draft, tags, scraped, suggestedBy = null }, at) => ({
    ...draft,
    id: newId(),
    tags: distinctNames(tags),
    requestKey: storedRequestKey(call, ownerId, at),
    scraped,
    suggestedBy,
  }))
  const jobs = links
    .filter(({ address }) => address)
    .map(({ id, scraped }) => ({
      ownerId,
      kind: 'fillLink',
      payload: { link: id, replaceTitle: scraped },
      now,
    }))
  const batch = new Batch(tx)
  const keyed = keyedCall(call)
  // Must be the first statement: a reused key is then reported before its earlier result causes a conflict.
  if (keyed) batch.add(claimingKey(keyed), ({ rows }) => checkClaim(rows, keyed))
  const changes = links.map(({ category }) => ({ collectionId, category, by: 1 }))
  countInBatch(batch, ownerId, changes, now)
  addLinks(batch, granted, { ownerId, collectionId, now }, links)
  if (jobs.length > 0) batch.add(newJobs(tx, jobs))
  const event = { type: 'link.created', by: call.actor.personId, at: now } as const
  const subjects = links.map(({ id, title, suggestedBy }) => ({
    collectionId,
    id,
    title,
    notifiedOtherwise: suggestedBy,
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
  await finishEvent()
  return saved
}
