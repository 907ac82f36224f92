import * as contract from '@nestmark/contract/sharing/share'
import { grantCollection } from '../../access/grant.ts'
import { requirePlanFeature, withinInvitations } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { notifyRecipients } from '../../domainEvents/notifications.ts'
import { createPerson } from '../session/createPerson.ts'
import { findKnownPeople, setShares } from './store.ts'
import type { Output } from '@nestmark/contract/operation'
import { listAccessRequests } from './members/memberStore.ts'
import { presentInvitation } from './invitations/presentInvitation.ts'
import { readPathAccess } from './readPathAccess.ts'

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

type Permissions = Output<typeof contract.getPermissions>

/**
 * Returns who was added to or invited into this collection itself, who asked for access, and the access that the
 * collections above grant.
 */
export const getPermissions = action(
  contract.getPermissions,
  async ({ actor, services: { db, now } }, input): Promise<Permissions> => {
    const { collection } = await grantCollection(db.read, actor, 'collections.share', input.folder_id)
    const { path, ids, members, publicIds, invitations } = await readPathAccess(db.read, collection.id, now())
    const requests = await listAccessRequests(db.read, collection.id, { path: ids, now: now() })
    const invited = invitations.filter(each => each.collection_id === collection.id)
    const above = path.filter(each => each.level > 0).toSorted((a, b) => a.level - b.level)
    const listMembers = (collectionId: string, mayWrite: number) =>
      members
        .filter(each => each.collection_id === collectionId && each.may_write === mayWrite)
        .map(({ id, email, name }) => ({ _id: id, email, name }))
    const inherited = above
      .map(({ id, name }) => ({
        _id: id,
        name,
        is_public: publicIds.has(id) ? (1 as const) : (0 as const),
        people: [
          ...listMembers(id, 1).map(each => ({ ...each, type: 'write' as const })),
          ...listMembers(id, 0).map(each => ({ ...each, type: 'read' as const })),
        ],
      }))
      .filter(each => each.is_public || each.people.length > 0)
    const writers = listMembers(collection.id, 1)
    return {
      read: collection.read_level as 0 | 1 | 3,
      write: writers.length > 0 || invited.some(each => each.may_write === 1) ? 1 : 0,
      enable_sugg: collection.enable_sugg ? 1 : 0,
      read_members: listMembers(collection.id, 0),
      write_members: writers,
      inherited,
      invited: invited.map(presentInvitation),
      invited_above: above.flatMap(({ id, name }) =>
        invitations
          .filter(each => each.collection_id === id)
          .map(each => ({ ...presentInvitation(each), through: { _id: id, name } })),
      ),
      requests: requests.map(({ id, email, name, created_at }) => ({
        _id: id,
        email,
        name,
        create_date: created_at,
      })),
    }
  },
)
