import { playerTexts as texts } from '@nestmark/texts/links/players'
import { Link } from '../../../lib/router/links.tsx'
import { changePlayback, playbackRates, playbackSettings } from '../../../lib/media/playback.ts'
import { formatPlayTime } from '../../../lib/media/playTime.ts'
import { soundPosition, type SoundState, withSoundEngine } from '../../../lib/media/sound.ts'
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
import { Menu } from '../../../ui/menus/Menu.tsx'
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
        onSeek={to => withSoundEngine(engine => engine.seek(to))}
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
      <span className={problem === null ? 'el' : `el ${css.problem}`} role="status">
        {problem ?? (place ? texts.place(toParentName(link), place.index + 1, place.total) : '\u00a0')}
      </span>
      {problem !== null && (
        <button
          type="button"
          className="acc rigid w540"
          onClick={() => withSoundEngine(engine => engine.retry())}
        >
          {texts.tryAgain}
        </button>
      )}
    </span>
  )
}

export function SoundButtons({ now }: { now: SoundState }) {
  return (
    <div className={css.buttons}>
      <IconButton
        icon={IconPlayerTrackPrev}
        label={texts.previous}
        onClick={() => withSoundEngine(engine => engine.previous())}
      />
      <SoundEgg now={now} />
      <IconButton
        icon={IconPlayerTrackNext}
        label={texts.next}
        onClick={() => withSoundEngine(engine => engine.next())}
      />
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
      onClick={() => withSoundEngine(engine => engine.toggle())}
    >
      {isPlaying ? <IconPlayerPauseFilled className="i s20" /> : <IconPlayerPlayFilled className="i s20" />}
    </button>
  )
}

/** Speed, stop, sound, queue and close. */
export function SoundSettings({ now }: { now: SoundState }) {
  const { rate, muted, volume } = useStore(playbackSettings)
  return (
    <div className={css.settings}>
      <Menu
        label={texts.speed}
        items={playbackRates.map(each => ({
          label: texts.speedOf(each),
          checked: each === rate,
          run: () => changePlayback({ rate: each }),
        }))}
      >
        {trigger => (
          <button
            {...trigger}
            type="button"
            className={`t2 w560 ${css.rate}`}
            aria-label={`${texts.speed}: ${texts.speedOf(rate)}`}
            data-tip={texts.speed}
          >
            {texts.speedOf(rate)}
          </button>
        )}
      </Menu>
      <IconButton
        icon={IconPlayerStopFilled}
        label={texts.stop}
        onClick={() => withSoundEngine(engine => engine.stop())}
      />
      <span className={css.volume}>
        <IconButton
          icon={muted || volume === 0 ? IconVolumeOff : IconVolume}
          label={muted ? texts.unmute : texts.mute}
          onClick={() => changePlayback({ muted: !muted })}
        />
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={muted ? 0 : volume}
          aria-label={texts.volume}
          aria-valuetext={texts.volumeOf(Math.round((muted ? 0 : volume) * 100))}
          // The arrow keys of the slider change the volume, and not the position.
          onKeyDown={event => event.key.startsWith('Arrow') && event.stopPropagation()}
          onChange={event => changePlayback({ volume: Number(event.currentTarget.value), muted: false })}
        />
      </span>
      <SoundQueueMenu queue={now.queue} />
      <IconButton
        icon={IconX}
        label={texts.closeSound}
        onClick={() => withSoundEngine(engine => engine.close())}
      />
    </div>
  )
}
