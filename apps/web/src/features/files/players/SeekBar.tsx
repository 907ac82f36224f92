import { playerTexts as texts } from '@nestmark/texts/links/players'
import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import { formatPlayTime } from '../../../lib/media/playTime.ts'
import { classes } from '../../../ui/classes.ts'
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
  const [hovered, setHovered] = useState<number>()
  const end = duration ?? 0
  const share = (time: number) => (end > 0 ? Math.min(1, time / end) : 0)
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== 'mouse' || end === 0) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setHovered(Math.min(1, Math.max(0, (event.clientX - left) / width)))
  }
  return (
    <div
      className={classes('rigid rel', css.seek, isWaiting && css.waiting)}
      style={{ '--played': share(position), '--loaded': share(loadedTo) } as CSSProperties}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setHovered(undefined)}
      // Media always runs from left to right.
      dir="ltr"
    >
      <span className={css.track} aria-hidden="true">
        <span className={css.loaded} />
        <span className={css.played} />
      </span>
      <span className={css.knob} aria-hidden="true" />
      <input
        type="range"
        min={0}
        max={end}
        step="any"
        value={Math.min(position, end)}
        disabled={end === 0}
        aria-label={texts.position}
        aria-valuetext={texts.positionOf(position, duration)}
        onChange={event => onSeek(Number(event.currentTarget.value))}
      />
      {hovered !== undefined && (
        <span className={css.hover} style={{ '--at': hovered } as CSSProperties} aria-hidden="true">
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
