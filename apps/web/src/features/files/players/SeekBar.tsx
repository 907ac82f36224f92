import type { CSSProperties, ReactNode } from 'react'
import { formatPlayTime } from '../../../lib/media/playTime.ts'
import { classes } from '../../../ui/classes.ts'
import { SeekInput, useHoveredShare } from './SeekInput.tsx'
import css from './SeekBar.module.css'

/**
 * The position in a video as a slider, with the time under the pointer.
 * @param renderPreview shows the picture at a time in seconds
 */
export function SeekBar({
  position,
  duration,
  loadedTo,
  isWaiting,
  onSeek,
  renderPreview,
}: {
  position: number
  duration: number | undefined
  loadedTo: number
  isWaiting: boolean
  onSeek: (position: number) => void
  renderPreview?: ((time: number) => ReactNode) | undefined
}) {
  const end = duration ?? 0
  const share = (time: number) => (end > 0 ? Math.min(1, time / end) : 0)
  const canSeek = end > 0
  const { hovered, handlers } = useHoveredShare(canSeek)
  return (
    <div
      className={classes('rigid rel', css.seek, isWaiting && css.waiting)}
      style={{ '--played': share(position), '--loaded': share(loadedTo) } as CSSProperties}
      {...handlers}
      // Media always runs from left to right.
      dir="ltr"
    >
      <span className={css.track} aria-hidden="true">
        <span className={`fill ${css.loaded}`} />
        <span className={`fill ${css.played}`} />
      </span>
      <span className={css.knob} aria-hidden="true" />
      <SeekInput {...{ position, duration, canSeek, onSeek }} />
      {hovered !== undefined && (
        <span className={`fill ${css.hover}`} style={{ '--at': hovered } as CSSProperties} aria-hidden="true">
          <span className={css.preview}>
            {renderPreview?.(hovered * end)}
            <span className={`num w540 f12 ${css.bubble}`}>{formatPlayTime(hovered * end)}</span>
          </span>
          <span className={css.line} />
        </span>
      )}
    </div>
  )
}
