import { assertDefined } from '@nestmark/core/assertDefined'
import type { Actor } from '../../access/actor.ts'
import { grantPermittedCollections } from '../../access/grant.ts'
import type { Tx } from '../../db/db.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { LinkBefore } from '../../undo/store.ts'
import { tagsOfLinks } from '../links/words/linkTagStore.ts'
import { encryptedOf, filterExistingCollections, readHiding } from './undoStore.ts'
import { readKeyIds } from '../collections/placing/carryKeys.ts'
import { findNearestLiveAncestor } from '../trash/store.ts'

/** The recorded states of links, by sequence number. */
export type PreviousStates = ReadonlyMap<number, LinkBefore>

/** Returns the recorded state of a link: its collection or its mark, and the related time. */
export function getPreviousState(
  previous: PreviousStates,
  link: LinkWithRole,
): { state: string; at: number } {
  const [, state, at] = assertDefined(previous.get(link.seq), 'recorded state')
  return { state, at }
}

export type FindHome = (link: LinkWithRole) => string | null

/**
 * Returns the collection that each link can return to: its previous one, else the nearest live ancestor, else the root.
 * Null when the caller has no rights there any more.
 */
export async function createFindHome(tx: Tx, actor: Actor, previous: PreviousStates): Promise<FindHome> {
  const ids = [...new Set([...previous.values()].map(([, collectionId]) => collectionId))]
  const { collections } = await grantPermittedCollections(tx, actor, 'collections.add', ids)
  const lives = new Map<string, string>()
  const owners = new Map(collections.map(each => [each.id, each.owner_id]))
  for (const { id, trashed_by } of collections)
    lives.set(id, trashed_by === null ? id : (await findNearestLiveAncestor(tx, id)).id)
  const keys = await readKeyIds(tx, [...lives.values(), actor.rootId])
  const there = new Set(await filterExistingCollections(tx, ids))
  const meetsHiding = await createMeetsHiding(tx, [...lives.values(), actor.rootId], [...previous.keys()])
  return link => {
    const { state: collectionId } = getPreviousState(previous, link)
    // The link or the collection was transferred to another owner since.
    if (owners.has(collectionId) && owners.get(collectionId) !== link.owner_id) return null
    const home =
      lives.get(collectionId) ??
      (there.has(collectionId) || link.owner_id !== actor.personId ? null : actor.rootId)
    // A move back into a collection with another key (E10). A restored link keeps its key anywhere.
    const isMove = home !== null && home !== link.collection_id && collectionId !== link.collection_id
    if (isMove && link.key_id !== null && keys.get(home) !== link.key_id) return null
    // The collection hides tags since, or the one above it does (ENC-12).
    return home !== null && meetsHiding(link, home) ? null : home
  }
}

/**
 * Returns whether an undo would put an encrypted link with tags into a collection that keeps tags inside the encryption
 * since (ENC-12).
 * @param homes the collections that links may get back into
 */
export async function createMeetsHiding(
  tx: Tx,
  homes: readonly string[],
  seqs: readonly number[],
): Promise<(link: { seq: number; collection_id: string }, home: string) => boolean> {
  const hiding = await readHiding(tx, homes)
  const tagged = hiding.size === 0 ? new Map() : await tagsOfLinks(tx, await encryptedOf(tx, seqs))
  return (link, home) => home !== link.collection_id && hiding.has(home) && tagged.has(link.seq)
}
