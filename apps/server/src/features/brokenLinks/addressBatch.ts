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
import { readChecks, writeChecks } from './checkStore.ts'

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
  for (const { link, to } of changing) await setAddress(tx, actor, granted, link, to, at)
  await writeChecks(
    tx,
    changing.map(({ check, to }) => ({
      ...check,
      address: to,
      former: check.address,
      location: null,
      state: 'answered',
    })),
  )
  const live = changing.map(({ link }) => link).filter(isLive)
  await recordEvent(tx, { type: 'link.updated', by: actor.personId, at }, live.map(toSubject))
  return changing.length
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
  for (const { link, to } of changing) await setAddress(tx, actor, granted, link, to, event.at)
  await writeChecks(
    tx,
    changing.map(({ link, check, to }) => ({
      ...check,
      address: to,
      former: null,
      location: link.address,
      state: 'moved',
    })),
  )
  const live = changing.map(({ link }) => link).filter(isLive)
  await recordEvent(tx, { ...event, type: 'link.updated' }, live.map(toSubject))
  return changing.length
}

async function setAddress(
  tx: Tx,
  actor: Actor,
  granted: GrantedLinks<'links.edit'>,
  link: LinkWithRole,
  address: string,
  at: number,
): Promise<void> {
  const none = { added_tags: [], added_tags_name: [], deleted_tags: [] }
  await applyEdit(tx, actor, granted, link, { link: address, ...none }, at)
}
