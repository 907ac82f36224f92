import { type Route, route } from '../../calls/route.ts'
import { setPermissions } from './setPermissions.ts'
import { setMemberRole } from './setMemberRole.ts'
import { removeMember } from './removeMember.ts'
import { inviteMember } from './inviteMember.ts'
import { resendInvitation } from './resendInvitation.ts'
import { cancelInvitation } from './cancelInvitation.ts'
import { requestAccess } from './requestAccess.ts'
import { declineAccess } from './declineAccess.ts'
import { findMember } from './findMember.ts'
import { leaveCollection } from './leaveCollection.ts'
import { getPermissions } from './getPermissions.ts'
import { listSharedCollections } from './listSharedCollections.ts'
import { getSharedTrees } from './getSharedTrees.ts'
import { listPeopleWithAccess } from './listPeopleWithAccess.ts'
import { makeLinkPublic } from './makeLinkPublic.ts'
import { createShortLink } from './createShortLink.ts'
import { shareLink } from './shareLink.ts'

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
