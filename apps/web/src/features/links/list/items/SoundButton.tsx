import type { Link } from '@nestmark/contract/shapes'
import { mediaActionTexts as texts } from '@nestmark/texts/links/mediaActions'
import { toggleSound, useSoundStatus } from '../../../../lib/media/sound.ts'
import { classes } from '../../../../ui/classes.ts'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '../../../../ui/icons.ts'
import { formatTitle } from '../../linkDisplay.ts'
import css from './SoundButton.module.css'

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
