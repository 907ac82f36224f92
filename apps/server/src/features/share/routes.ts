import * as contract from '@nestmark/contract/share'
import { implement, implementOpen, type Route } from '../../http/implement.ts'
import { decidePermissions, findMember, leaveFolder, readPermissions } from './permissions.ts'
import { readSharedFolders, readSharedTrees, readWhoCanSee } from './readShares.ts'
import { makeLinkPublic, shareFolder, shareLink } from './shareLink.ts'
import { visitLink } from './visitLink.ts'

export const shareRoutes: readonly Route[] = [
  implement(contract.makeLinkPublic, makeLinkPublic),
  implement(contract.shareLink, shareLink),
  implement(contract.shareFolder, shareFolder),
  implementOpen(contract.visitLink, (call, input) => visitLink({ ...call, actor: null }, input)),
  implement(contract.findMember, findMember),
  implement(contract.setFolderPermissions, decidePermissions),
  implement(contract.getFolderPermissions, readPermissions),
  implement(contract.whoCanSee, readWhoCanSee),
  implement(contract.getSharedFolders, readSharedFolders),
  implement(contract.getSharedChain, readSharedTrees, { heavy: true, longAnswer: true }),
  implement(contract.removeSharedFolder, leaveFolder),
]
