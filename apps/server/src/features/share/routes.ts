import * as contract from '@nestmark/contract/share'
import { implement, implementOpen, type Route } from '../../http/implement.ts'
import { setPermissions, findMember, leaveCollection, getPermissions } from './permissions.ts'
import { listSharedCollections, getSharedTrees, whoCanSee } from './readShares.ts'
import { makeLinkPublic, createShortLink, shareLink } from './shareLink.ts'
import { visitLink } from './visitLink.ts'

export const shareRoutes: readonly Route[] = [
  implement(contract.makeLinkPublic, makeLinkPublic),
  implement(contract.shareLink, shareLink),
  implement(contract.createShortLink, createShortLink),
  implementOpen(contract.visitLink, (call, input) => visitLink({ ...call, actor: null }, input)),
  implement(contract.findMember, findMember),
  implement(contract.setPermissions, setPermissions),
  implement(contract.getPermissions, getPermissions),
  implement(contract.whoCanSee, whoCanSee),
  implement(contract.listSharedCollections, listSharedCollections),
  implement(contract.getSharedTrees, getSharedTrees, { heavy: true, longAnswer: true }),
  implement(contract.leaveCollection, leaveCollection),
]
