import { isLocked } from '@nestmark/client/encryption/sealedLink'
import type { SavedPage } from '@nestmark/contract/reading/highlights'
import { useState } from 'react'
import { toCategoryLook } from '../../../ui/marks/categories.ts'
import { classes } from '../../../ui/classes.ts'
import { IconFileTypePdf, IconLock } from '../../../ui/icons.ts'
import { PlaceholderImage } from '../../../ui/marks/PlaceholderImage.tsx'
import { toSmallSize } from '../../links/list/items/Thumb.tsx'
import css from './HighlightGroup.module.css'

/** Shows the picture of the link in which a page is saved; a placeholder for other pages. */
export function PageThumb({ saved, name }: { saved: SavedPage | null; name: string }) {
  const [failedAddress, setFailedAddress] = useState('')
  const thumbnail = saved?.thumbnail ?? ''
  if (thumbnail !== '' && failedAddress !== thumbnail)
    return (
      <img
        src={toSmallSize(thumbnail)}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setFailedAddress(thumbnail)}
      />
    )
  const Glyph = saved && isLocked(saved) ? IconLock : saved?.isFile ? IconFileTypePdf : null
  if (!Glyph) return <PlaceholderImage host={name} size="medium" />
  return (
    <span
      className={classes('centre', css.glyph, toCategoryLook(saved?.category ?? 3).className)}
      aria-hidden="true"
    >
      <Glyph className="i s20" />
    </span>
  )
}
