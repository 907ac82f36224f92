import type { Link } from '@nestmark/contract/shapes'
import { encryptionMarkTexts as texts } from '@nestmark/texts/encryption/encryptionMarks'
import { use } from 'react'
import { isLocked } from '@nestmark/client/encryption/sealedLink'
import type { Icon } from '../../ui/fields/Button.tsx'
import { IconLockOff, IconLockOpen } from '../../ui/icons.ts'
import css from './encryption.module.css'
import { EncryptedPlaceContext } from './encryptedPlace.ts'

/**
 * Marks an encrypted link that is open here, and a link in plain text in a collection with a key. A locked one has a different
 * appearance.
 * @param place the collection with a key; without it that of the page
 */
export function LinkLock({ link, place }: { link: Link; place?: string | null }) {
  const placeOfPage = use(EncryptedPlaceContext)
  if (link.enc === 0) {
    const isMarked = link.parent === (place ?? placeOfPage) && link.is_trash === 0
    return isMarked ? <Mark label={texts.isPlain} icon={IconLockOff} className={css.plain} /> : null
  }
  return isLocked(link) ? null : (
    <Mark label={texts.openHere} icon={IconLockOpen} className={`t3 ${css.lock}`} />
  )
}

function Mark({ label, icon: Glyph, className }: { label: string; icon: Icon; className?: string }) {
  return (
    <span className={`rigid push ${className}`} role="img" aria-label={label} data-tip={label}>
      <Glyph className="i s14" />
    </span>
  )
}
