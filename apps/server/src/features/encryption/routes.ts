import * as contract from '@nestmark/contract/encryption'
import * as batches from '@nestmark/contract/encryptedBatches'
import * as keys from '@nestmark/contract/encryptionKeys'
import { implement, type Route } from '../../calls/route.ts'
import { askForKey } from './askForKey.ts'
import { changeFolderKey } from './changeFolderKey.ts'
import { countEncryptedLinks } from './countEncryptedLinks.ts'
import { getFolderKeys } from './getFolderKeys.ts'
import { listEncryptedLinks } from './listEncryptedLinks.ts'
import { listFolderKeys } from './listFolderKeys.ts'
import { saveEncryptedLinks } from './saveEncryptedLinks.ts'
import { saveEncryptedLink } from './saveEncryptedLink.ts'
import { getKeyPair } from './getKeyPair.ts'
import { grantFolderKey } from './grantFolderKey.ts'
import { listGivenKeys } from './listGivenKeys.ts'
import { listMemberKeys } from './listMemberKeys.ts'
import { listPasskeyKeys } from './listPasskeyKeys.ts'
import { removePasskeyKeys } from './removePasskeyKeys.ts'
import { saveKeyPair } from './saveKeyPair.ts'
import { savePasskeyKeys } from './savePasskeyKeys.ts'
import { revokeFolderKey } from './revokeFolderKey.ts'
import { updateEnc } from './updateEnc.ts'
import { updateEncFolders } from './updateEncFolders.ts'
import { validateEncryptFolderKey } from './validateEncryptFolderKey.ts'

export const encryptionRoutes: readonly Route[] = [
  implement(contract.updateEnc, updateEnc),
  implement(contract.updateEncFolders, updateEncFolders),
  implement(contract.validateEncryptFolderKey, validateEncryptFolderKey),
  implement(contract.changeFolderKey, changeFolderKey),
  implement(contract.getFolderKeys, getFolderKeys, { heavy: true }),
  implement(contract.countEncryptedLinks, countEncryptedLinks, { heavy: true, isOwn: true }),
  implement(contract.listEncryptedLinks, listEncryptedLinks, { heavy: true }),
  implement(batches.listFolderKeys, listFolderKeys, { heavy: true }),
  implement(batches.saveEncryptedLinks, saveEncryptedLinks),
  implement(contract.saveEncryptedLink, saveEncryptedLink),
  implement(keys.saveKeyPair, saveKeyPair),
  implement(keys.getKeyPair, getKeyPair, { isOwn: true }),
  implement(keys.listMemberKeys, listMemberKeys),
  implement(keys.grantFolderKey, grantFolderKey),
  implement(keys.askForKey, askForKey),
  implement(keys.revokeFolderKey, revokeFolderKey),
  implement(keys.listGivenKeys, listGivenKeys, { isOwn: true }),
  implement(keys.savePasskeyKeys, savePasskeyKeys),
  implement(keys.listPasskeyKeys, listPasskeyKeys, { isOwn: true }),
  implement(keys.removePasskeyKeys, removePasskeyKeys),
]
