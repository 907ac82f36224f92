import * as contract from '@nestmark/contract/sharing/share'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import { requirePlanFeature } from '../../../access/planQuotas.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { StatusReply } from '../../../calls/replies.ts'
import { findUser, findUserByEmail } from '../../session/userStore.ts'
import { grantCollection } from '../../../access/grant.ts'
import { updateMemberRole, declineAccessRequest, putAccessRequest } from './memberStore.ts'
import { leaveShare } from '../store.ts'
import { presentInvitation } from '../invitations/presentInvitation.ts'
import { readPathAccess } from '../readPathAccess.ts'
import type { Actor } from '../../../access/actor.ts'
import { collectionsWithRoles, linksWithRoles } from '../../../access/roles.ts'
import type { Queries } from '../../../db/db.ts'
import { notifyRecipients } from '../../../domainEvents/notifications.ts'
import { lockOwners } from '../../uploads/storage/storageStore.ts'

/**
 * Finds a person to share with. The plan is checked before the lookup, so that only callers who may share with people
 * learn who has an account.
 */
export const findMember = action(contract.findMember, async ({ actor, services: { db } }, input) => {
  requirePlanFeature(actor.plan, 'teamSharing')
  const email = input.email.toLowerCase()
  const me = await findUser(db.read, actor.personId)
  if (me?.email === email) refuse('share.ownEmail')
  const user = await findUserByEmail(db.read, email)
  if (!user) return refuse('share.emailNotFound')
  return new StatusReply({ _id: user.id, email: user.email }, 200, user.id)
})

/** Sets the role of one member to reader or writer. The reverse call undoes it, so it has no undo record. */
export const setMemberRole = action(contract.setMemberRole, async ({ actor, services: { db } }, input) => {
  requirePlanFeature(actor.plan, 'teamSharing')
  await db.write(async tx => {
    const granted = await grantCollection(tx, actor, 'collections.share', input.folder_id)
    if (granted.collection.trashed_by !== null) refuse('collections.inTrash')
    const role = {
      collectionId: granted.collection.id,
      personId: input.person_id,
      mayWrite: input.type === 'write',
    }
    if (!(await updateMemberRole(tx, granted, role))) refuse('share.notMember')
  })
  return {}
})

/** Removes one member of a collection, on every plan: members who were added before the plan ended can be removed. */
export const removeMember = action(
  contract.removeMember,
  async ({ actor, services: { db, events } }, input) => {
    await db.write(async tx => {
      const { collection } = await grantCollection(tx, actor, 'collections.share', input.folder_id)
      if (collection.trashed_by !== null) refuse('collections.inTrash')
      if (!(await leaveShare(tx, collection.id, input.person_id))) refuse('share.notMember')
    })
    // The removed member is notified once more, so that their page stops showing the collection.
    events.publish({ ownerId: input.person_id, by: null, topics: contract.removeMember.touches })
    return {}
  },
)

/** Removes the caller from a share. */
export const leaveCollection = action(
  contract.leaveCollection,
  async ({ actor, services: { db } }, input) => {
    const left = await db.write(tx => leaveShare(tx, input.folder_id, actor.personId))
    if (!left) refuse('collections.notFound')
    return {}
  },
)

/** Declines a request for access. The person who asked is not notified. */
export const declineAccess = action(
  contract.declineAccess,
  async ({ actor, services: { db, now } }, { folder_id, person_id }) => {
    await db.write(async tx => {
      const { collection } = await grantCollection(tx, actor, 'collections.share', folder_id)
      await declineAccessRequest(tx, { collectionId: collection.id, personId: person_id, now: now() })
    })
    return {}
  },
)

/**
 * Returns everyone who can see a collection, each with the collection that grants it. A person is listed once, by the
 * share with the most rights.
 */
export const listPeopleWithAccess = action(
  contract.listPeopleWithAccess,
  async ({ actor, services: { db, now } }, input) => {
    const { collection } = await grantCollection(db.read, actor, 'collections.share', input.folder_id)
    const [owner, { path, ids, members, publicIds, invitations }] = await Promise.all([
      findUser(db.read, collection.owner_id),
      readPathAccess(db.read, collection.id, now()),
    ])
    const names = new Map(path.map(each => [each.id, each.name]))
    const toCollection = (id: string) => ({ _id: id, name: assertDefined(names.get(id), 'name') })
    const people = new Map<string, Output<typeof contract.listPeopleWithAccess>['people'][number]>()
    people.set(collection.owner_id, {
      _id: collection.owner_id,
      email: owner?.email ?? '',
      name: owner?.name ?? '',
      type: 'owner',
      through: toCollection(collection.id),
    })
    // The nearest collection first, so that it is the one named.
    const near = members.toSorted((a, b) => ids.indexOf(b.collection_id) - ids.indexOf(a.collection_id))
    for (const { id, email, name, may_write: mayWrite, collection_id: from } of near) {
      const known = people.get(id)
      if (known && (known.type !== 'read' || !mayWrite)) continue
      people.set(id, { _id: id, email, name, type: mayWrite ? 'write' : 'read', through: toCollection(from) })
    }
    const opens = ids.findLast(id => publicIds.has(id))
    const invited = invitations.map(each => ({
      ...presentInvitation(each),
      through: toCollection(each.collection_id),
    }))
    return { people: [...people.values()], invited, public_through: opens ? toCollection(opens) : null }
  },
)

/**
 * Asks the owner of a collection, or of the collection of a link, for access. The response is the same for a target
 * that does not exist, is in the trash, was requested before, or is already visible to the caller.
 */
export const requestAccess = action(
  contract.requestAccess,
  async ({ actor, services: { db, now, events } }, input) => {
    const ownerId = await db.write(async tx => {
      const target = await findHidden(tx, actor, input)
      if (!target) return null
      // Read again under the lock: the link may have been encrypted since, and its title removed from everywhere.
      await lockOwners(tx, [target.ownerId])
      const wanted = await findHidden(tx, actor, input)
      // The rows of a deleted account remain for a while.
      if (!wanted || !(await findUser(tx, wanted.ownerId))) return null
      const { collectionId, title, subjectId } = wanted
      const at = now()
      if (!(await putAccessRequest(tx, { collectionId, personId: actor.personId, now: at }))) return null
      const recipient = {
        personId: wanted.ownerId,
        collectionId,
        count: 1,
        title,
        ...(subjectId && { subjectId }),
      }
      await notifyRecipients(tx, { type: 'access.requested', by: actor.personId, at }, [recipient])
      return wanted.ownerId
    })
    if (ownerId) events.publish({ ownerId, by: null, topics: ['shares', 'notifications'] })
    return {}
  },
)

interface Wanted {
  ownerId: string
  collectionId: string
  /** The title of the link; '' for a collection. */
  title: string
  /** The id of the link that has the title. */
  subjectId?: string
}

/** Returns the requested target, when it exists and the caller cannot see it. */
async function findHidden(
  db: Queries,
  actor: Actor,
  { folder_id: folderId, link_id: linkId }: Parsed<typeof contract.requestAccess>,
): Promise<Wanted | null> {
  if (linkId !== undefined) {
    const [link] = await linksWithRoles(db, actor, [linkId])
    if (!link || link.role !== null || link.trashed_at !== null || link.collectionTrashedBy !== null)
      return null
    return {
      ownerId: link.owner_id,
      collectionId: link.collection_id,
      title: link.key_id === null ? link.title : '',
      subjectId: link.id,
    }
  }
  if (folderId === undefined) return null
  const [collection] = await collectionsWithRoles(db, actor, [folderId])
  if (!collection || collection.role !== null || collection.trashed_by !== null) return null
  return { ownerId: collection.owner_id, collectionId: collection.id, title: '' }
}
