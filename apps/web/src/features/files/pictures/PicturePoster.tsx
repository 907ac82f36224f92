import type { Link } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import type { CSSProperties } from 'react'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { IconMaximize } from '../../../ui/icons.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import { Thumb } from '../../links/list/items/Thumb.tsx'
import css from './PicturePoster.module.css'

/** Shows an uploaded picture in its own proportions. A click opens it in full. */
export function PicturePoster({ link }: { link: Link }) {
  const { width, height } = link.media ?? {}
  return (
    <div
      className={css.poster}
      style={width && height ? ({ '--ratio': `${width} / ${height}` } as CSSProperties) : undefined}
    >
      <Thumb link={link} />
      <button
        type="button"
        className={`fill ${css.open}`}
        aria-label={texts.viewPictureOf(formatTitle(link))}
        onClick={() => openOverlay('pictures', { link })}
      >
        <span className={`centre ${css.icon}`}>
          <IconMaximize className="i s18" />
        </span>
      </button>
    </div>
  )
}
