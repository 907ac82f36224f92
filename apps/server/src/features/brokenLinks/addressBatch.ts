import { pluck } from '@nestmark/core/pluck'
import type { GrantedLinks } from '../../access/grant.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import type { DomainEvent } from '../../domainEvents/event.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { recordLinks } from '../../undo/store.ts'
import type { Actor } from '../../access/actor.ts'
import { applyEdit } from '../links/saving/applyEdit.ts'
import { type Batch, toSubject } from '../links/sets/batches.ts'
import { isLive } from '../links/lists/liveLinks.ts'
import { type LinkCheck, readChecks, writeChecks } from './checkStore.ts'

/**
 * Changes those of the links that have moved to their new addresses. The previous address is stored with the check of the
 * link, where encryption finds it, and not in the undo record. Returns how many were changed.
 */
export async function updateBatch(
  tx: Tx,
  { actor, at, undo }: Omit<Batch, 'plainText'>,
  granted: GrantedLinks<'links.edit'>,
): Promise<number> {
  const checks = await readChecks(tx, pluck(granted.links, 'id'))
  const changing = granted.links.flatMap(link => {
    const check = checks.get(link.id)
    const isMoved = check?.state === 'moved' && check.address === link.address && link.key_id === null
    return isMoved && check.location !== null ? [{ link, check, to: check.location }] : []
  })
  if (changing.length === 0) return 0
  await recordLinks(
    tx,
    undo,
    changing.map(({ link }) => [link.seq, '', at]),
  )
  return setAddresses(tx, actor, granted, changing, { by: actor.personId, at }, ({ address: former }) => ({
    former,
    location: null,
    state: 'answered',
  }))
}

/** Restores the addresses of links that an update changed, unless they were changed since. Returns how many were. */
export async function restoreAddresses(
  tx: Tx,
  actor: Actor,
  granted: GrantedLinks<'links.edit'>,
  event: Omit<DomainEvent, 'type'>,
): Promise<number> {
  const checks = await readChecks(tx, pluck(granted.links, 'id'))
  const changing = granted.links.flatMap(link => {
    const check = checks.get(link.id)
    const isAsLeft = check?.address === link.address && link.key_id === null
    return isAsLeft && check.former !== null ? [{ link, check, to: check.former }] : []
  })
  return setAddresses(tx, actor, granted, changing, event, ({ address: location }) => ({
    former: null,
    location,
    state: 'moved',
  }))
}

/** Changes addresses of links, and what is known about them. Returns how many. */
async function setAddresses(
  tx: Tx,
  actor: Actor,
  granted: GrantedLinks<'links.edit'>,
  changing: readonly { link: LinkWithRole; check: LinkCheck; to: string }[],
  event: Omit<DomainEvent, 'type'>,
  known: (before: LinkCheck) => Pick<LinkCheck, 'former' | 'location' | 'state'>,
): Promise<number> {
  const none = { added_tags: [], added_tags_name: [], deleted_tags: [] }
  for (const { link, to } of changing)
    await applyEdit(tx, actor, granted, link, { link: to, ...none }, event.at)
  await writeChecks(
    tx,
    changing.map(({ check, to }) => ({ ...check, ...known(check), address: to })),
  )
  const live = pluck(changing, 'link').filter(isLive)
  await recordEvent(tx, { ...event, type: 'link.updated' }, live.map(toSubject))
  return changing.length
}
