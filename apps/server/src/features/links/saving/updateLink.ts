import * as contract from '@nestmark/contract/links/links'
import type { Parsed } from '@nestmark/contract/operation'
import { grantLink } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { lockTree } from '../../../db/dialect.ts'
import { newId } from '../../../db/newId.ts'
import { action } from '../../../calls/action.ts'
import type { Call } from '../../../calls/call.ts'
import { recordEvent } from '../../../domainEvents/recordEvent.ts'
import { recordEdit, recordFormMove } from '../../../domainEvents/undoRecords.ts'
import { applyEdit, type Edited } from './applyEdit.ts'
import { applyEncryptedEdit, hasEnvelopeLength, type LinkEdit } from './applyEncryptedEdit.ts'
import { getPosition } from '../lists/linkOrderStore.ts'
import { readLink } from '../lists/readLinks.ts'

type Change = Parsed<typeof contract.updateLink>

/**
 * Changes a link: fields, tags and collection in one transaction. Rejects an edit of an outdated version and returns
 * the current one, so that nothing is overwritten unseen.
 */
export const updateLink = action(contract.updateLink, async (call, input) => {
  const { db, now } = call.services
  const done = await db.write(async tx => {
    await lockTree(tx, call.actor.personId)
    const granted = await grantLink(tx, call.actor, 'links.edit', input.link_id)
    const { link } = granted
    if (input.version !== undefined && input.version !== link.version) return null
    const at = now()
    const edit = { actor: call.actor, granted, link, input, at }
    const edited = link.key_id === null ? await applyPlainEdit(tx, edit) : await applyEncryptedEdit(tx, edit)
    if (link.trashed_at === null)
      await recordChange(tx, link, input.parent, edited, { by: call.actor.personId, at })
    return { seq: link.seq, role: link.role }
  })
  if (done === null) return refuseStale(call, input.link_id)
  call.services.jobs.wake()
  return readLink(call, done.seq, done.role)
})

/** Applies an edit to a link in plain text. Its texts may not be as long as envelopes are. */
async function applyPlainEdit(tx: Tx, { actor, granted, link, input, at }: LinkEdit): Promise<Edited> {
  if (input.enc_check_list !== undefined || hasEnvelopeLength(input)) refuse('encryption.mixed')
  return applyEdit(tx, actor, granted, link, input, at)
}

/**
 * Records an edit; null is that of an encrypted link, which has no previous texts. A move by the form is recorded in both
 * collections, and can be undone like every other move.
 */
async function recordChange(
  tx: Tx,
  link: LinkWithRole,
  parent: Change['parent'],
  edited: Edited | null,
  who: { by: string; at: number },
): Promise<void> {
  const here = { collectionId: link.collection_id, id: link.id, title: edited?.after.name ?? link.title }
  const sides = { before: JSON.stringify(edited?.before), after: JSON.stringify(edited?.after) }
  if (!parent || parent === link.collection_id) {
    const event = { type: 'link.updated', ...who } as const
    const isShared = await recordEvent(tx, event, [here])
    if (isShared && edited) await recordEdit(tx, event, here, sides)
    return
  }
  const event = { ...who, undo: newId() }
  const away = { ...here, other: parent }
  const left = await recordEvent(tx, { type: 'link.movedAway', ...event }, [away])
  const there = { ...here, collectionId: parent, other: link.collection_id }
  const came = await recordEvent(tx, { type: 'link.movedHere', ...event }, [there])
  if (left || came) {
    const previous = { ...link, position: getPosition(link) }
    await recordFormMove(tx, event, { link: previous, to: parent, ...sides })
  }
}

async function refuseStale(call: Call, linkId: string): Promise<never> {
  const { link } = await grantLink(call.services.db.read, call.actor, 'links.read', linkId)
  return refuse('links.changedElsewhere', { data: { link: await readLink(call, link.seq, link.role) } })
}
