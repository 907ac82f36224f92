import type { ComponentProps } from 'react'
import type { Icon } from '../../../ui/fields/Button.tsx'
import css from './VideoPlayer.module.css'

/** A button over a video. */
export function PlayerButton({
  icon: Glyph,
  label,
  ...rest
}: ComponentProps<'button'> & { icon: Icon; label: string }) {
  return (
    <button
      type="button"
      className={`inline rigid ${css.button}`}
      aria-label={label}
      data-tip={label}
      {...rest}
    >
      <Glyph className="i s20" />
    </button>
  )
}
