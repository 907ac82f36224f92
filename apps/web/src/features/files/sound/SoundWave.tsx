import type { Link } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { type CSSProperties, type PointerEvent, useMemo, useState } from 'react'
import { formatPlayTime } from '../../../lib/media/playTime.ts'
import { classes } from '../../../ui/classes.ts'
import css from './SoundWave.module.css'
import { toBarHeights, toBarPath } from '../../links/list/items/waveform.ts'

const height = 44

/** The waveform of a sound as a slider of its position. Without peaks it is a plain bar. */
export function SoundWave({
  link,
  bars,
  position,
  duration,
  onSeek,
}: {
  link: Link
  bars: number
  position: number
  duration: number | undefined
  /** Undefined where the sound is not the current one. */
  onSeek: ((position: number) => void) | undefined
}) {
  const [hovered, setHovered] = useState<number>()
  const peaks = link.media?.peaks
  const path = useMemo(
    () => (peaks ? toBarPath(toBarHeights(peaks, bars), height) : undefined),
    [peaks, bars],
  )
  const end = duration ?? 0
  const canSeek = onSeek !== undefined && end > 0
  const played = end > 0 ? Math.min(1, position / end) : 0
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== 'mouse' || !canSeek) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setHovered(Math.min(1, Math.max(0, (event.clientX - left) / width)))
  }
  return (
    <div
      className={classes('grow rel', css.wave, !path && css.plain)}
      style={{ '--played': played } as CSSProperties}
      dir="ltr"
      onPointerMove={onPointerMove}
      onPointerLeave={() => setHovered(undefined)}
    >
      {path ? (
        <svg viewBox={`0 0 ${bars * 5 - 2} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={path} className={css.unplayed} />
          <path d={path} style={{ clipPath: `inset(0 ${100 - played * 100}% 0 0)` }} />
        </svg>
      ) : (
        <span className={css.bar} aria-hidden="true">
          <span />
        </span>
      )}
      {played > 0 && <span className={css.cursor} aria-hidden="true" />}
      <input
        type="range"
        min={0}
        max={end}
        step="any"
        value={Math.min(position, end)}
        disabled={!canSeek}
        aria-label={texts.position}
        aria-valuetext={texts.positionOf(position, duration)}
        onChange={event => onSeek?.(Number(event.currentTarget.value))}
      />
      {hovered !== undefined && (
        <span className={css.hover} style={{ '--at': hovered } as CSSProperties} aria-hidden="true">
          <span className={`num ${css.bubble}`}>{formatPlayTime(hovered * end)}</span>
        </span>
      )}
    </div>
  )
}
