import { type Route, route } from '../../calls/route.ts'
import {
  askForKey,
  grantFolderKey,
  listGivenKeys,
  listMemberKeys,
  revokeFolderKey,
} from './members/memberKeys.ts'
import { changeFolderKey, validateEncryptFolderKey } from './keys/validateEncryptFolderKey.ts'
import { countEncryptedLinks, listEncryptedLinks } from './links/listEncryptedLinks.ts'
import { getFolderKeys, listFolderKeys } from './keys/folderKeys.ts'
import { saveEncryptedLinks, saveEncryptedLink } from './links/saveEncryptedLink.ts'
import { getKeyPair, saveKeyPair } from './members/keyPairs.ts'
import { listPasskeyKeys, savePasskeyKeys, removePasskeyKeys } from './members/passkeyKeys.ts'
import { updateEnc, updateEncFolders } from './keys/updateEnc.ts'

export const encryptionRoutes: readonly Route[] = [
  route(updateEnc),
  route(updateEncFolders),
  route(validateEncryptFolderKey),
  route(changeFolderKey),
  route(getFolderKeys, { heavy: true }),
  route(countEncryptedLinks, { heavy: true, isOwn: true }),
  route(listEncryptedLinks, { heavy: true }),
  route(listFolderKeys, { heavy: true }),
  route(saveEncryptedLinks),
  route(saveEncryptedLink),
  route(saveKeyPair),
  route(getKeyPair, { isOwn: true }),
  route(listMemberKeys),
  route(grantFolderKey),
  route(askForKey),
  route(revokeFolderKey),
  route(listGivenKeys, { isOwn: true }),
  route(savePasskeyKeys),
  route(listPasskeyKeys, { isOwn: true }),
  route(removePasskeyKeys),
]
