import type { Link } from '@nestmark/contract/shapes'
import { encryptionTexts as texts } from '@nestmark/texts/encryption'
import { isLocked } from '../../lib/encryption/sealedLink.ts'
import { IconLockOpen } from '../../ui/icons.ts'
import css from './encryption.module.css'

/** Marks an encrypted link that is open here. A locked one has a different appearance. */
export function LinkLock({ link }: { link: Link }) {
  if (link.enc === 0 || isLocked(link)) return null
  return (
    <span className={css.lock} role="img" aria-label={texts.openHere} data-tip={texts.openHere}>
      <IconLockOpen className="i s14" />
    </span>
  )
}
