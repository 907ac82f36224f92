import * as contract from '@nestmark/contract/sharing/share'
import type { Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../../../access/actor.ts'
import { collectionsWithRoles, linksWithRoles } from '../../../access/roles.ts'
import type { Queries } from '../../../db/db.ts'
import { notifyRecipients } from '../../../domainEvents/notifications.ts'
import { action } from '../../../calls/action.ts'
import { lockOwners } from '../../uploads/storage/storageStore.ts'
import { findUser } from '../../session/userStore.ts'
import { putAccessRequest } from './memberStore.ts'

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
