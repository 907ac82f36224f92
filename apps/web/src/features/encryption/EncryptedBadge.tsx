import type { Collection } from '@nestmark/contract/shapes'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { IconLock } from '../../ui/icons.ts'
import css from './encryption.module.css'

/** Marks an encrypted collection next to its name. */
export function EncryptedBadge({ folder }: { folder: Collection }) {
  if (folder.enc_id === undefined) return null
  return (
    <span className={`inline g4 f12 ${css.badge}`}>
      <IconLock className="i s12" />
      {texts.encrypted}
    </span>
  )
}
