import * as contract from '@nestmark/contract/sharing/share'
import { grantCollection } from '../../access/grant.ts'
import { requirePlanFeature, withinInvitations } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { notifyRecipients } from '../../domainEvents/notifications.ts'
import { createPerson } from '../session/createPerson.ts'
import { findKnownPeople, setShares } from './store.ts'

/** Sets who may see and change a collection and all its descendants. */
export const setPermissions = action(contract.setPermissions, async ({ actor, services }, input) => {
  const { db, now } = services
  const added = [...new Set([...input.read_members, ...input.write_members])]
  const suggestions = input.enable_sugg === 1
  // Members who were added before the plan ended remain, and can be removed.
  if (added.length > 0) requirePlanFeature(actor.plan, 'teamSharing')
  if (suggestions) requirePlanFeature(actor.plan, 'suggestions')
  if (added.includes(actor.personId)) refuse('share.ownEmail')
  // Checked before `makePeople`, which creates rows: only an owner may cause that. The change itself is checked again
  // when it is written.
  await grantCollection(db.read, actor, 'collections.share', input.folder_id)
  await makePeople(services, added)
  const before = await db.write(async tx => {
    const granted = await grantCollection(tx, actor, 'collections.share', input.folder_id)
    if (granted.collection.trashed_by !== null) refuse('collections.inTrash')
    const change = {
      read: input.read,
      write: input.write,
      // Suggestions need readers, and are useless when a team can write.
      enableSuggestions: suggestions && input.read !== 0 && input.write === 0,
      addReaders: input.read_members,
      addWriters: input.write_members,
      remove: [...input.read_members_remove, ...input.write_members_remove],
    }
    const set = () => setShares(tx, granted, granted.collection, change, now())
    const earlier = await (added.length === 0
      ? set()
      : withinInvitations(tx, { ownerId: granted.collection.owner_id, now: now() }, set))
    // Notifies only new members, each once.
    const known = new Set(earlier)
    const fresh = [
      ...(change.read === 0 ? [] : change.addReaders),
      ...(change.write === 0 ? [] : change.addWriters),
    ].filter(personId => !known.has(personId))
    const { id: collectionId, name: title } = granted.collection
    const recipients = [...new Set(fresh)].map(personId => ({ personId, collectionId, count: 1, title }))
    await notifyRecipients(tx, { type: 'share.created', by: actor.personId, at: now() }, recipients)
    return earlier
  })
  // Removed members are notified once more, so that their pages stop showing the collection.
  for (const ownerId of before)
    services.events.publish({ ownerId, by: null, topics: contract.setPermissions.touches })
  return {}
})

/** Creates the person of accounts that have never opened the product, so that shares can be stored for them. */
async function makePeople(services: Call['services'], ids: readonly string[]): Promise<void> {
  const known = await findKnownPeople(services.db.read, ids)
  if (known.length < ids.length) refuse('share.memberNotFound')
  for (const { id, personId } of known) if (personId === null) await createPerson(services, id, '')
}
