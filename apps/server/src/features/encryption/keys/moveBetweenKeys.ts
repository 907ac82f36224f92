import type { Actor } from '../../../access/actor.ts'
import { type GrantedLinks, grantLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { CollectionWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { recordEvent } from '../../../domainEvents/recordEvent.ts'
import { addToCounts } from '../../collections/countersStore.ts'
import { moveCounts, toSubject } from '../../links/sets/batches.ts'
import { countTags, isLive } from '../../links/lists/liveLinks.ts'
import { setCollection } from '../../links/store.ts'

/**
 * Moves links that were encrypted again, or decrypted, in the same transaction. It cannot be undone like other moves: the
 * previous collection has another key.
 */
export async function moveBetweenKeys(
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
  const counts = elsewhere.flatMap(link => moveCounts(link, to.id))
  await addToCounts(tx, to.owner_id, counts, at)
  const appearing = elsewhere.filter(link => link.trashed_at === null && !isLive(link))
  await countTags(tx, appearing, 1)
  const live = elsewhere.filter(isLive)
  const event = { by: actor.personId, at }
  const away = live.map(link => ({ ...toSubject(link), other: to.id }))
  await recordEvent(tx, { type: 'link.movedAway', ...event }, away)
  const here = live.map(link => ({ ...toSubject(link), collectionId: to.id, other: link.collection_id }))
  await recordEvent(tx, { type: 'link.movedHere', ...event }, here)
}
