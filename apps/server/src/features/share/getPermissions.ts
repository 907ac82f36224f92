import type { getPermissions as getPermissionsCall } from '@nestmark/contract/share'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import type { Call } from '../../http/implement.ts'
import { readAncestors } from '../collections/store.ts'
import { listAccessRequests } from './accessRequestStore.ts'
import { listInvitations } from './invitationStore.ts'
import { presentInvitation } from './presentInvitation.ts'
import { readMembers } from './store.ts'

/** Returns who was added to this collection itself. */
export async function getPermissions(
  { actor, services: { db, now } }: Call,
  input: Parsed<typeof getPermissionsCall>,
): Promise<Output<typeof getPermissionsCall>> {
  const { collection } = await grantCollection(db.read, actor, 'collections.share', input.folder_id)
  const path = (await readAncestors(db.read, [collection.id])).map(each => each.id)
  const [members, invitations, requests] = await Promise.all([
    readMembers(db.read, [input.folder_id]),
    listInvitations(db.read, [input.folder_id], now()),
    listAccessRequests(db.read, collection.id, { path, now: now() }),
  ])
  const of = (mayWrite: number) =>
    members.filter(each => each.may_write === mayWrite).map(({ id, email }) => ({ _id: id, email }))
  const writers = of(1)
  return {
    read: collection.read_level as 0 | 1 | 3,
    write: writers.length > 0 || invitations.some(each => each.may_write === 1) ? 1 : 0,
    enable_sugg: collection.enable_sugg ? 1 : 0,
    read_members: of(0),
    write_members: writers,
    invited: invitations.map(presentInvitation),
    requests: requests.map(({ id, email, name, created_at }) => ({
      _id: id,
      email,
      name,
      create_date: created_at,
    })),
  }
}
