import type { Link } from '@nestmark/contract/shapes'
import { sound, soundPosition } from '../../../../lib/media/sound.ts'
import { useMemo } from 'react'
import { formatPlayTime } from '../../../../lib/media/playTime.ts'
import { useStoreSelector } from '../../../../lib/store.ts'
import css from './LinkRow.module.css'
import { toBarHeights, toBarPath } from './waveform.ts'

const bars = 50
const height = 26

/** Shows the waveform and the length of an audio file in a row. */
export function RowSound({ link }: { link: Link }) {
  const { peaks, duration } = link.media ?? {}
  const path = useMemo(() => (peaks ? toBarPath(toBarHeights(peaks, bars), height) : undefined), [peaks])
  const length = useStoreSelector(sound, now => (now?.link._id === link._id ? now.duration : undefined))
  const end = length ?? (duration ? duration / 1000 : undefined)
  const played = useStoreSelector(soundPosition, now =>
    sound.get()?.link._id === link._id && end ? Math.round((now / end) * bars) / bars : 0,
  )
  return (
    <>
      <span className={css.wave} aria-hidden="true">
        {path ? (
          <svg viewBox={`0 0 ${bars * 5 - 2} ${height}`} preserveAspectRatio="none">
            <path d={path} opacity={0.45} />
            {played > 0 && <path d={path} style={{ clipPath: `inset(0 ${100 - played * 100}% 0 0)` }} />}
          </svg>
        ) : (
          <span className={`mt12 block ${css.noWave}`} />
        )}
      </span>
      <span className={`num t2 ${css.length}`}>{end === undefined ? '' : formatPlayTime(end)}</span>
    </>
  )
}
