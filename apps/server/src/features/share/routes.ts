import * as contract from '@nestmark/contract/share'
import { implement, type Route } from '../../calls/route.ts'
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
  implement(contract.makeLinkPublic, makeLinkPublic),
  implement(contract.shareLink, shareLink),
  implement(contract.createShortLink, createShortLink),
  implement(contract.findMember, findMember),
  implement(contract.setPermissions, setPermissions),
  implement(contract.setMemberRole, setMemberRole),
  implement(contract.removeMember, removeMember),
  implement(contract.inviteMember, inviteMember),
  implement(contract.resendInvitation, resendInvitation),
  implement(contract.cancelInvitation, cancelInvitation),
  implement(contract.requestAccess, requestAccess),
  implement(contract.declineAccess, declineAccess),
  implement(contract.getPermissions, getPermissions),
  implement(contract.listPeopleWithAccess, listPeopleWithAccess),
  implement(contract.listSharedCollections, listSharedCollections),
  implement(contract.getSharedTrees, getSharedTrees, { heavy: true, longResponse: true }),
  implement(contract.leaveCollection, leaveCollection),
]
