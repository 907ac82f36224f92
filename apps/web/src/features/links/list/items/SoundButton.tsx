import type { Link } from '@nestmark/contract/shapes'
import { mediaActionTexts as texts } from '@nestmark/texts/links/mediaActions'
import { toggleSound, useSoundStatus, sound, soundPosition } from '../../../../lib/media/sound.ts'
import { classes } from '../../../../ui/classes.ts'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '../../../../ui/icons.ts'
import { formatTitle } from '../../linkDisplay.ts'
import css from './SoundButton.module.css'
import { useMemo } from 'react'
import { formatPlayTime } from '../../../../lib/media/playTime.ts'
import { useStoreSelector } from '../../../../lib/store.ts'
import rowCss from './LinkRow.module.css'
import { toBarHeights, toBarPath } from './waveform.ts'

/** Plays or pauses the audio of a link in a list. */
export function SoundButton({ link, className }: { link: Link; className?: string | undefined }) {
  const status = useSoundStatus(link._id)
  const isPlaying = status === 'playing' || status === 'waiting'
  const title = formatTitle(link)
  return (
    <button
      type="button"
      className={classes(css.button, status !== null && css.current, className)}
      aria-label={isPlaying ? texts.pauseOne(title) : texts.playOne(title)}
      draggable={false}
      onClick={event => {
        event.stopPropagation()
        toggleSound(link)
      }}
    >
      {isPlaying ? <IconPlayerPauseFilled className="i s14" /> : <IconPlayerPlayFilled className="i s14" />}
    </button>
  )
}

/** Three bars next to the title of the playing audio. */
export function LevelBars({ id }: { id: string }) {
  const status = useSoundStatus(id)
  if (status === null) return null
  return (
    <span
      className={classes(css.levels, status === 'playing' && css.moving)}
      role="img"
      aria-label={texts.isPlaying}
    >
      <span />
      <span />
      <span />
    </span>
  )
}

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
      <span className={rowCss.wave} aria-hidden="true">
        {path ? (
          <svg viewBox={`0 0 ${bars * 5 - 2} ${height}`} preserveAspectRatio="none">
            <path d={path} opacity={0.45} />
            {played > 0 && <path d={path} style={{ clipPath: `inset(0 ${100 - played * 100}% 0 0)` }} />}
          </svg>
        ) : (
          <span className={`mt12 block ${rowCss.noWave}`} />
        )}
      </span>
      <span className={`num t2 ${rowCss.length}`}>{end === undefined ? '' : formatPlayTime(end)}</span>
    </>
  )
}
