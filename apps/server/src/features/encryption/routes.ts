import { type Route, route } from '../../calls/route.ts'
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
