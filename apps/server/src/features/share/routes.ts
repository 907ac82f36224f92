import { type Route, route } from '../../calls/route.ts'
import { setPermissions } from './setPermissions.ts'
import {
  setMemberRole,
  findMember,
  removeMember,
  leaveCollection,
  declineAccess,
  listPeopleWithAccess,
  requestAccess,
} from './members/members.ts'
import { cancelInvitation, inviteMember, resendInvitation } from './invitations/invitations.ts'
import { getPermissions } from './getPermissions.ts'
import { getSharedTrees, listSharedCollections } from './sharedCollections.ts'
import { createShortLink, makeLinkPublic, shareLink } from './publicLinks/publicLinks.ts'

export const shareRoutes: readonly Route[] = [
  route(makeLinkPublic),
  route(shareLink),
  route(createShortLink),
  route(findMember),
  route(setPermissions),
  route(setMemberRole),
  route(removeMember),
  route(inviteMember),
  route(resendInvitation),
  route(cancelInvitation),
  route(requestAccess),
  route(declineAccess),
  route(getPermissions),
  route(listPeopleWithAccess),
  route(listSharedCollections),
  route(getSharedTrees, { heavy: true, longResponse: true }),
  route(leaveCollection),
]
