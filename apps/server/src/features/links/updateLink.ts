import type { updateLink as update } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLink } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { Call } from '../../http/implement.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { recordEdit, recordFormMove } from '../../domainEvents/undoRecords.ts'
import { applyEdit, type Edited } from './applyEdit.ts'
import { readLink } from './readLinks.ts'

type Change = Parsed<typeof update>

/**
 * Changes a link: fields, tags and collection in one transaction. Rejects an edit of an outdated version and returns
 * the current one, so that nothing is overwritten unseen.
 */
export async function updateLink(call: Call, input: Change): Promise<Output<typeof update>> {
  const { db, now } = call.services
  const done = await db.write(async tx => {
    await lockTree(tx, call.actor.personId)
    const granted = await grantLink(tx, call.actor, 'links.edit', input.link_id)
    const { link } = granted
    if (input.version !== undefined && input.version !== link.version) return null
    const at = now()
    const edited = await applyEdit(tx, call.actor, granted, link, input, at)
    if (link.trashed_at === null)
      await recordChange(tx, link, input.parent, edited, { by: call.actor.personId, at })
    return { seq: link.seq, role: link.role }
  })
  if (done === null) return refuseStale(call, input.link_id)
  call.services.jobs.wake()
  return readLink(call, done.seq, done.role)
}

/** Records an edit. A move by the form is recorded in both collections, and can be undone like every other move. */
async function recordChange(
  tx: Tx,
  link: LinkWithRole,
  parent: Change['parent'],
  { before, after }: Edited,
  who: { by: string; at: number },
): Promise<void> {
  const here = { collectionId: link.collection_id, id: link.id, title: after.name }
  const sides = { before: JSON.stringify(before), after: JSON.stringify(after) }
  if (!parent || parent === link.collection_id) {
    const event = { type: 'link.updated', ...who } as const
    if (await recordEvent(tx, event, [here])) await recordEdit(tx, event, here, sides)
    return
  }
  const event = { ...who, undo: newId() }
  const away = { ...here, other: parent }
  const left = await recordEvent(tx, { type: 'link.movedAway', ...event }, [away])
  const there = { ...here, collectionId: parent, other: link.collection_id }
  const came = await recordEvent(tx, { type: 'link.movedHere', ...event }, [there])
  if (left || came) await recordFormMove(tx, event, { link, to: parent, ...sides })
}

async function refuseStale(call: Call, linkId: string): Promise<never> {
  const { link } = await grantLink(call.services.db.read, call.actor, 'links.read', linkId)
  return refuse('links.changedElsewhere', { data: { link: await readLink(call, link.seq, link.role) } })
}
