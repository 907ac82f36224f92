import type { Collection } from '@nestmark/contract/shapes'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { IconLock, IconLockOpen } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/Menu.tsx'
import { formatCollectionName } from '../collections/data.ts'
import { decrypt, encrypt } from './tasks/commands.ts'

/**
 * Lists the menu entries that encrypt a collection with its sub-collections, or decrypt it. The owner has both while some
 * links are still in plain text.
 */
export function listEncryptionEntries(collection: Collection, disabled: boolean): MenuEntry[] {
  if (!collection.can.share && !(collection.role === 'owner' && collection.is_root)) return []
  const target = { collection: { _id: collection._id, name: formatCollectionName(collection) } }
  return [
    { label: texts.encryptCollection, icon: IconLock, disabled, run: () => void encrypt(target) },
    collection.enc_id !== undefined && {
      label: texts.decryptCollection,
      icon: IconLockOpen,
      disabled,
      run: () => void decrypt(target),
    },
  ]
}
