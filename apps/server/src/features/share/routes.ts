import { type Route, route } from '../../calls/route.ts'
import { setPermissions } from './setPermissions.ts'
import { setMemberRole } from './members/setMemberRole.ts'
import { removeMember } from './members/removeMember.ts'
import { inviteMember } from './invitations/inviteMember.ts'
import { resendInvitation } from './invitations/resendInvitation.ts'
import { cancelInvitation } from './invitations/cancelInvitation.ts'
import { requestAccess } from './members/requestAccess.ts'
import { declineAccess } from './members/declineAccess.ts'
import { findMember } from './members/findMember.ts'
import { leaveCollection } from './members/leaveCollection.ts'
import { getPermissions } from './getPermissions.ts'
import { listSharedCollections } from './listSharedCollections.ts'
import { getSharedTrees } from './getSharedTrees.ts'
import { listPeopleWithAccess } from './members/listPeopleWithAccess.ts'
import { makeLinkPublic } from './publicLinks/makeLinkPublic.ts'
import { createShortLink } from './publicLinks/createShortLink.ts'
import { shareLink } from './publicLinks/shareLink.ts'

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
