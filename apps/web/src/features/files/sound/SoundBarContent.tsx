import { playerTexts as texts } from '@nestmark/texts/links/players'
import { Link } from '../../../lib/router/links.tsx'
import { changePlayback, playbackSettings } from '../../../lib/media/playback.ts'
import { formatPlayTime } from '../../../lib/media/playTime.ts'
import { soundPosition, type SoundState, controlSound } from '../../../lib/media/sound.ts'
import { useStore } from '../../../lib/store.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconVolume,
  IconVolumeOff,
  IconX,
} from '../../../ui/icons.ts'
import { SpeedMenu } from '../players/SpeedMenu.tsx'
import { VolumeInput } from '../players/VolumeControl.tsx'
import { toParentName } from '../../collections/data.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import css from './SoundBar.module.css'
import { SoundCover } from './SoundCover.tsx'
import { SoundQueueMenu } from './SoundQueueMenu.tsx'
import { SoundWave } from './SoundWave.tsx'

/** The sound player in its wide form. */
export function SoundBarContent({ now }: { now: SoundState }) {
  const position = useStore(soundPosition)
  return (
    <div className={`row ${css.bar}`}>
      <SoundCover link={now.link} />
      <div className={`stack ${css.names}`}>
        <Link className={`el text14 w560 ${css.title}`} to={`/l/${now.link._id}`} dir="auto">
          {formatTitle(now.link)}
        </Link>
        <SoundLine now={now} />
      </div>
      <SoundButtons now={now} />
      <span className="num rigid f13">{formatPlayTime(position)}</span>
      <SoundWave
        link={now.link}
        bars={150}
        position={position}
        duration={now.duration}
        onSeek={to => controlSound('seek', to)}
      />
      <span className="num t3 rigid f13">{formatPlayTime(now.duration)}</span>
      <SoundSettings now={now} />
    </div>
  )
}

/** The line below the title: the place in the collection, or why there is no sound. */
export function SoundLine({ now: { link, place, problem } }: { now: SoundState }) {
  return (
    <span className={`flex g8 min0 ${css.line}`}>
      <span className={problem === null ? 'el' : 'el bad'} role="status">
        {problem ?? (place ? texts.place(toParentName(link), place.index + 1, place.total) : '\u00a0')}
      </span>
      {problem !== null && (
        <button type="button" className="acc rigid w540" onClick={() => controlSound('retry')}>
          {texts.tryAgain}
        </button>
      )}
    </span>
  )
}

export function SoundButtons({ now }: { now: SoundState }) {
  return (
    <div className={`row g6 rigid ${css.buttons}`}>
      <IconButton
        icon={IconPlayerTrackPrev}
        label={texts.previous}
        onClick={() => controlSound('previous')}
      />
      <SoundEgg now={now} />
      <IconButton icon={IconPlayerTrackNext} label={texts.next} onClick={() => controlSound('next')} />
    </div>
  )
}

/** The button that plays and pauses. */
export function SoundEgg({ now }: { now: SoundState }) {
  const isPlaying = now.status !== 'paused'
  return (
    <button
      type="button"
      className={`centre rigid ${css.egg}`}
      aria-label={isPlaying ? texts.pause : texts.play}
      aria-busy={now.status === 'waiting' || undefined}
      onClick={() => controlSound('toggle')}
    >
      {isPlaying ? <IconPlayerPauseFilled className="i s20" /> : <IconPlayerPlayFilled className="i s20" />}
    </button>
  )
}

/** Speed, stop, sound, queue and close. */
export function SoundSettings({ now }: { now: SoundState }) {
  const { rate, muted, volume } = useStore(playbackSettings)
  return (
    <div className={`row rigid ${css.settings}`}>
      <SpeedMenu rate={rate} className={`t2 ${css.rate}`} />
      <IconButton icon={IconPlayerStopFilled} label={texts.stop} onClick={() => controlSound('stop')} />
      <span className={`row rigid ${css.volume}`}>
        <IconButton
          icon={muted || volume === 0 ? IconVolumeOff : IconVolume}
          label={muted ? texts.unmute : texts.mute}
          onClick={() => changePlayback({ muted: !muted })}
        />
        <VolumeInput
          volume={muted ? 0 : volume}
          onChange={next => changePlayback({ volume: next, muted: false })}
        />
      </span>
      <SoundQueueMenu queue={now.queue} />
      <IconButton icon={IconX} label={texts.closeSound} onClick={() => controlSound('close')} />
    </div>
  )
}
