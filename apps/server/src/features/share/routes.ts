import { type Route, route } from '../../calls/route.ts'
import { setPermissions } from './setPermissions.ts'
import { setMemberRole, findMember, removeMember, leaveCollection, declineAccess } from './members/members.ts'
import { inviteMember } from './invitations/inviteMember.ts'
import { resendInvitation } from './invitations/resendInvitation.ts'
import { cancelInvitation } from './invitations/cancelInvitation.ts'
import { requestAccess } from './members/requestAccess.ts'
import { getPermissions } from './getPermissions.ts'
import { listSharedCollections } from './listSharedCollections.ts'
import { getSharedTrees } from './getSharedTrees.ts'
import { listPeopleWithAccess } from './members/listPeopleWithAccess.ts'
import { makeLinkPublic } from './publicLinks/makeLinkPublic.ts'
import { createShortLink, shareLink } from './publicLinks/shortLinks.ts'

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
