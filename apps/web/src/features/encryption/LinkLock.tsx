import type { Link } from '@nestmark/contract/shapes'
import { encryptionMarkTexts as texts } from '@nestmark/texts/encryption/encryptionMarks'
import { use } from 'react'
import { isLocked } from '@nestmark/client/encryption/sealedLink'
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
  if (link.enc === 0)
    return link.parent === (place ?? placeOfPage) && link.is_trash === 0 ? <PlainMark /> : null
  if (isLocked(link)) return null
  return (
    <span
      className={`t3 rigid push ${css.lock}`}
      role="img"
      aria-label={texts.openHere}
      data-tip={texts.openHere}
    >
      <IconLockOpen className="i s14" />
    </span>
  )
}

function PlainMark() {
  return (
    <span
      className={`rigid push ${css.plain}`}
      role="img"
      aria-label={texts.isPlain}
      data-tip={texts.isPlain}
    >
      <IconLockOff className="i s14" />
    </span>
  )
}
