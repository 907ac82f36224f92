import type { Link } from '@nestmark/contract/shapes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { grantCollection } from '../../../access/grant.ts'
import { refuse, Refused } from '../../../access/refuse.ts'
import { refuseReusedKey } from '../../../access/idempotencyKeys.ts'
import { linksWithRoles } from '../../../access/roles.ts'
import { setCopy } from '../../../db/copyState.ts'
import { isDuplicate } from '../../../db/dialect.ts'
import { type Call, toIdempotentCall } from '../../../calls/call.ts'
import { assertTakesPlainText } from '../../collections/placing/enterCollections.ts'
import { claimUploads, type NamedUpload } from '../../uploads/receiving/claimUploads.ts'
import { readLinks } from '../lists/readLinks.ts'
import { linksOfRequest } from '../store.ts'
import { type Item, storedRequestKey, writeLinks } from '../sets/writeLinks.ts'

/** A link to save, with the uploads that become its files. */
export interface NewItem extends Omit<Item, 'files'> {
  uploads?: readonly NamedUpload[]
  /** What is known about the copies of its page. */
  copy?: Parameters<typeof setCopy>[2] | undefined
}

/** Where links are saved. */
export interface Place {
  /** The collection; without it the root. */
  parent?: string | null | undefined
  /** 1: they may be saved in a collection with a key. */
  plain?: 0 | 1 | undefined
}

/** Saves a single link like `saveOnce`. */
export async function saveOne(call: Call, place: Place, item: NewItem): Promise<Link> {
  const [link] = await saveOnce(call, place, [item])
  return assertDefined(link, 'link')
}

/**
 * Saves links, all or none. A repeated request returns the links that the first one has created.
 * @throws Refused 'links.notFound' when the caller can no longer see them; 'encryption.plainText'
 */
export async function saveOnce(
  call: Call,
  { parent, plain }: Place,
  items: readonly NewItem[],
): Promise<Link[]> {
  const { actor, services } = call
  const { db } = services
  let target = { ownerId: actor.personId }
  try {
    const saved = await db.write(async tx => {
      const granted = await grantCollection(tx, actor, 'collections.add', parent ?? actor.rootId)
      target = { ownerId: granted.collection.owner_id }
      if (granted.collection.trashed_by !== null) refuse('collections.inTrash')
      assertTakesPlainText(granted.collection, plain === 1)
      const who = { personId: actor.personId, ownerId: target.ownerId, now: services.now() }
      const claims = await claimUploads(
        tx,
        who,
        items.map(({ uploads = [], draft }) => ({ uploads, category: draft.category })),
      )
      const written = await writeLinks(
        tx,
        call,
        granted,
        items.map((item, at) => ({ ...item, rules: { feed: null }, files: claims[at] ?? null })),
      )
      for (const [at, { copy }] of items.entries())
        if (copy) await setCopy(tx, assertDefined(written[at], 'link')._id, copy)
      return written
    })
    if (items.some(({ draft, uploads = [] }) => draft.address || uploads.length > 0)) services.jobs.wake()
    return saved
  } catch (error) {
    // A repeated request: the first one created the link, even if its collection has changed since then.
    const keyed = toIdempotentCall(call)
    if (!call.idempotencyKey || !(isDuplicate(error) || error instanceof Refused)) throw error
    if (keyed) await refuseReusedKey(db.read, keyed)
    const keys = items.flatMap((_, at) => storedRequestKey(call, target.ownerId, at) ?? [])
    const made = await linksOfRequest(db.read, target.ownerId, keys)
    const [first] = made
    if (!first) throw error
    const [seen] = await linksWithRoles(db.read, actor, [first.id])
    const seqs = made.map(({ seq }) => seq)
    if (seen?.role) return readLinks(call, seqs, seen.role)
    // A member created it, and it is now in a collection that the member cannot see.
    throw error instanceof Refused ? error : new Refused('links.notFound')
  }
}
