import type { Link } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { useEffect } from 'react'
import { changePlayback, playbackSettings } from '../../../lib/media/playback.ts'
import { formatPlayTime } from '../../../lib/media/playTime.ts'
import {
  preloadSoundEngine,
  sound,
  soundPosition,
  toggleSound,
  controlSound,
} from '../../../lib/media/sound.ts'
import { useStore, useStoreSelector } from '../../../lib/store.ts'
import { toast } from '../../../lib/toasts.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlaylistAdd,
  IconVolume,
  IconVolumeOff,
} from '../../../ui/icons.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import css from './SoundPanel.module.css'
import { SoundWave } from './SoundWave.tsx'
import { useSoundKeys } from './useSoundKeys.ts'

/**
 * The player of a sound on the page of its link. It controls the player of the window, which continues to play
 * elsewhere.
 */
export function SoundPanel({ link }: { link: Link }) {
  const current = useStoreSelector(sound, now => (now?.link._id === link._id ? now : null))
  const isOtherCurrent = useStoreSelector(sound, now => now !== null && now.link._id !== link._id)
  const position = useStoreSelector(soundPosition, now => (current ? now : 0))
  const { muted } = useStore(playbackSettings)
  const onKeyDown = useSoundKeys()
  const title = formatTitle(link)
  useEffect(preloadSoundEngine, [])
  const duration = current?.duration ?? (link.media?.duration ? link.media.duration / 1000 : undefined)
  const isPlaying = current !== null && current.status !== 'paused'
  return (
    <section
      className={`stack ${css.sound}`}
      aria-label={texts.sound(title)}
      onKeyDown={current ? onKeyDown : undefined}
      data-player
    >
      <SoundWave
        link={link}
        bars={90}
        position={position}
        duration={duration}
        onSeek={current ? to => controlSound('seek', to) : undefined}
      />
      <div className="row g8">
        <button
          type="button"
          className={`centre rigid ${css.playButton}`}
          aria-label={isPlaying ? texts.pause : texts.playOne(title)}
          onClick={() => toggleSound(link)}
        >
          {isPlaying ? <IconPlayerPauseFilled className="i" /> : <IconPlayerPlayFilled className="i" />}
        </button>
        <IconButton
          icon={IconPlayerStopFilled}
          label={texts.stop}
          disabled={!current}
          onClick={() => controlSound('stop')}
        />
        <span className="num nw f14" dir="ltr">
          <span>{formatPlayTime(position)}</span> <span className="t3">/ {formatPlayTime(duration)}</span>
        </span>
        <span className="grow bad" role="status">
          {current?.problem}
        </span>
        {isOtherCurrent && (
          <IconButton icon={IconPlaylistAdd} label={texts.addToQueue} onClick={() => enqueueSound(link)} />
        )}
        <IconButton
          icon={muted ? IconVolumeOff : IconVolume}
          label={muted ? texts.unmute : texts.mute}
          onClick={() => changePlayback({ muted: !muted })}
        />
      </div>
    </section>
  )
}

/** Plays a sound after the current one. */
function enqueueSound(link: Link): void {
  controlSound('enqueue', link)
  toast({ title: texts.addedToQueue, line: formatTitle(link), duration: 2500 })
}
