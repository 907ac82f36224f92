import type { updateEnc } from '@nestmark/contract/encryption/encryption'
import type { Output } from '@nestmark/contract/operation'
import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../../access/actor.ts'
import { grantCollections, type GrantedLinks, grantLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { CollectionWithRole, LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { assertTakesPlainText } from '../../collections/placing/enterCollections.ts'
import { readKeyId } from '../../collections/placing/keyOfCollection.ts'
import { lockLinks } from '../encryptionStore.ts'
import { deleteUnusedKeys } from '../keys/folderKeyStore.ts'
import { claimFiles } from './linkFiles.ts'
import { listKeys } from '../keys/linkKeys.ts'
import type { ChangedLink, Changes, EncryptedChange } from './linkChanges.ts'
import { writeChanges } from './writeChanges.ts'
import { lockOwners } from '../../uploads/storage/storageStore.ts'
import { clearTags } from '../../links/words/hiddenTags.ts'
import { type LinkTag, tagsOfLinks } from '../../links/words/linkTagStore.ts'
import { clearTagsOfWebhooks, purgeLater } from '../wiping/wipeTexts.ts'
import { noteMoved } from '../../links/sets/batches.ts'
import { setCollection } from '../../links/store.ts'

/**
 * Encrypts links, decrypts them, or encrypts them again with another key, all or none. The server sees envelopes and checks
 * their shape and key; it cannot check what they contain.
 * @returns the new versions, in the order of the input
 */
export async function changeLinks(
  tx: Tx,
  actor: Actor,
  { links: changes, from_key: from, move_to: moveTo, plain = false, publicUrl }: Changes,
  at: number,
): Promise<Output<typeof updateEnc>['links']> {
  const ids = changes.map(change => change._id)
  if (ids.length === 0) return []
  if (new Set(ids).size < ids.length) refuse('encryption.mixed')
  await lockLinks(tx, ids)
  const granted = await grantLinks(tx, actor, 'links.edit', ids)
  const byId = new Map(granted.links.map(link => [link.id, link]))
  const changed = changes.map(change => ({ change, link: byId.get(change._id) ?? refuse('links.notFound') }))
  assertUnchanged(changed)
  const encrypts = changes[0]?.enc === 1
  if (changes.some(change => (change.enc === 1) !== encrypts)) refuse('encryption.mixed')
  assertState(granted.links, encrypts, from)
  const places = await readPlaces(tx, actor, granted, moveTo)
  if (encrypts) assertKey(changes as EncryptedChange[], places)
  // Decrypting links where they are is what their owner asked for.
  else if (moveTo !== undefined) for (const place of places) assertTakesPlainText(place, plain)
  const hiding = encrypts ? listHiding(changed, places) : []
  const hidden = await hideTags(tx, hiding, at)
  const files = await claimFiles(tx, actor, changed, at)
  await writeChanges(tx, { actor, publicUrl, granted, changed, files, hidden, at })
  if (moveTo !== undefined)
    await moveBetweenKeys(tx, actor, granted, places[0] ?? refuse('collections.notFound'), at)
  // The last links of a previous key were encrypted again, decrypted or moved.
  if (granted.links.some(link => link.key_id !== null))
    await deleteUnusedKeys(tx, [...new Set(granted.links.map(link => link.collection_id))])
  return changed.map(({ link }) => ({ _id: link.id, version: link.version + (moveTo === undefined ? 1 : 2) }))
}

/** Refuses links that were changed since the browser read them: their new texts would be lost. */
function assertUnchanged(changed: readonly ChangedLink[]): void {
  const isOutdated = ({ link, change }: ChangedLink) =>
    change.version !== undefined && change.version !== link.version
  if (changed.some(isOutdated)) refuse('links.changedElsewhere')
}

/**
 * Refuses changes without effect (ENC-08).
 * @param from the key of links that are encrypted again
 */
function assertState(links: readonly LinkWithRole[], encrypts: boolean, from: string | undefined): void {
  if (!encrypts || from !== undefined) {
    if (links.some(link => link.key_id === null)) refuse('encryption.notEncrypted')
    if (from !== undefined && links.some(link => link.key_id !== from)) refuse('encryption.otherKey')
    if (from !== undefined && !encrypts) refuse('encryption.mixed')
  } else if (links.some(link => link.key_id !== null)) refuse('encryption.alreadyEncrypted')
}

/** Returns the collections in which the links are afterwards. */
async function readPlaces(
  tx: Tx,
  actor: Actor,
  { links }: GrantedLinks<'links.edit'>,
  moveTo: string | undefined,
): Promise<CollectionWithRole[]> {
  const ids = moveTo === undefined ? links.map(link => link.collection_id) : [moveTo]
  const { collections } = await grantCollections(tx, actor, 'collections.add', ids)
  return collections
}

/** Returns the links that are afterwards in a collection without tags: in the only destination, or where they are. */
function listHiding(changed: readonly ChangedLink[], places: readonly CollectionWithRole[]): ChangedLink[] {
  const ids = new Set(places.filter(place => place.hide_tags === 1).map(place => place.id))
  const isMoved = places.length === 1
  return changed.filter(({ link }) => (isMoved ? ids.size > 0 : ids.has(link.collection_id)))
}

/** Asserts that all envelopes of the links are of one key, which is that of every collection concerned. */
function assertKey(changes: readonly EncryptedChange[], places: readonly CollectionWithRole[]): void {
  const [key, ...others] = new Set(changes.flatMap(listKeys))
  if (key === undefined || others.length > 0) return refuse('encryption.mixed')
  if (places.some(place => place.enc_id === null)) refuse('encryption.noKey')
  if (places.some(place => readKeyId(place.enc_id) !== key)) refuse('encryption.otherKey')
}

/**
 * Removes the tags of links whose collection keeps them inside the encryption, and what connects their names with the links:
 * undo records, activity and webhooks (ENC-12, E02). A job that adds tags names its links until it ends.
 * @param changed the links that a call encrypts, or encrypts again
 * @returns the tags that the links had, by the key of the link
 * @throws Refused 'encryption.tagsHidden' when the browser has not moved the tags of a link into its description
 */
async function hideTags(
  tx: Tx,
  changed: readonly ChangedLink[],
  at: number,
): Promise<Map<number, LinkTag[]>> {
  if (changed.length === 0) return new Map()
  const links = changed.map(({ link }) => link)
  const tagged = await tagsOfLinks(tx, pluck(links, 'seq'))
  const isOutside = ({ link, change }: ChangedLink) =>
    tagged.has(link.seq) && !('tags_inside' in change && change.tags_inside === 1)
  if (changed.some(isOutside)) refuse('encryption.tagsHidden')
  await lockOwners(tx, [...new Set(links.map(link => link.owner_id))])
  await clearTags(tx, links)
  for (const [ownerId, own] of Map.groupBy(links, link => link.owner_id))
    await clearTagsOfWebhooks(tx, ownerId, new Set(own.map(link => link.id)))
  await purgeLater(tx, at)
  return tagged
}

/**
 * Moves links that were encrypted again, or decrypted, in the same transaction. It cannot be undone like other moves: the
 * previous collection has another key.
 */
async function moveBetweenKeys(
  tx: Tx,
  actor: Actor,
  { links }: GrantedLinks<'links.edit'>,
  to: CollectionWithRole,
  at: number,
): Promise<void> {
  const ids = links.map(link => link.id)
  const moving = await grantLinks(tx, actor, 'links.move', ids)
  if (to.trashed_by !== null) refuse('collections.inTrash')
  if (links.some(link => link.owner_id !== to.owner_id)) refuse('collections.otherOwner')
  const seqs = links.map(link => link.seq)
  await setCollection(tx, moving, seqs, { id: to.id, ownerId: to.owner_id }, at)
  const elsewhere = moving.links.filter(link => link.collection_id !== to.id)
  const moved = elsewhere.map(link => ({ ...link, home: to.id }))
  await noteMoved(tx, to.owner_id, moved, { by: actor.personId, at })
}
