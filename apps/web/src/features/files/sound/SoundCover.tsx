import type { Link } from '@nestmark/contract/shapes'
import { useState } from 'react'
import { IconHeadphones } from '../../../ui/icons.ts'
import { toSmallSize } from '../../links/list/items/Thumb.tsx'
import css from './SoundBar.module.css'

/** The picture of a sound, or its icon. */
export function SoundCover({ link }: { link: Link }) {
  const [failedAddress, setFailedAddress] = useState('')
  const hasPicture = link.thumbnail !== '' && failedAddress !== link.thumbnail
  return (
    <span className={`centre rigid ${css.cover}`} aria-hidden="true">
      {hasPicture ? (
        <img
          className="cover"
          src={toSmallSize(link.thumbnail)}
          alt=""
          draggable={false}
          onError={() => setFailedAddress(link.thumbnail)}
        />
      ) : (
        <IconHeadphones className="i s20" />
      )}
    </span>
  )
}
