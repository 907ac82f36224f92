import type { Link } from '@nestmark/contract/shapes'
import { type CSSProperties, useMemo } from 'react'
import { formatPlayTime } from '../../../lib/media/playTime.ts'
import { classes } from '../../../ui/classes.ts'
import { SeekInput, useHoveredShare } from '../players/SeekInput.tsx'
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
  const peaks = link.media?.peaks
  const path = useMemo(
    () => (peaks ? toBarPath(toBarHeights(peaks, bars), height) : undefined),
    [peaks, bars],
  )
  const end = duration ?? 0
  const canSeek = onSeek !== undefined && end > 0
  const played = end > 0 ? Math.min(1, position / end) : 0
  const { hovered, handlers } = useHoveredShare(canSeek)
  return (
    <div
      className={classes('grow rel', css.wave, !path && css.plain)}
      style={{ '--played': played } as CSSProperties}
      dir="ltr"
      {...handlers}
    >
      {path ? (
        <svg viewBox={`0 0 ${bars * 5 - 2} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={path} className={css.unplayed} />
          <path d={path} style={{ clipPath: `inset(0 ${100 - played * 100}% 0 0)` }} />
        </svg>
      ) : (
        <span className={css.bar} aria-hidden="true">
          <span className="fill" />
        </span>
      )}
      {played > 0 && <span className={css.cursor} aria-hidden="true" />}
      <SeekInput {...{ position, duration, canSeek, onSeek }} />
      {hovered !== undefined && (
        <span className={css.hover} style={{ '--at': hovered } as CSSProperties} aria-hidden="true">
          <span className={`num ${css.bubble}`}>{formatPlayTime(hovered * end)}</span>
        </span>
      )}
    </div>
  )
}
