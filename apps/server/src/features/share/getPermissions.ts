import * as contract from '@nestmark/contract/sharing/share'
import type { Output } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import { action } from '../../calls/action.ts'
import { listAccessRequests } from './members/memberStore.ts'
import { presentInvitation } from './invitations/presentInvitation.ts'
import { readPathAccess } from './readPathAccess.ts'

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
