import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { useRef, useState } from 'react'
import { formatPlayTime } from '../../../lib/playTime.ts'
import { IconButton } from '../../../ui/Button.tsx'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconVolume,
  IconVolumeOff,
} from '../../../ui/icons.ts'
import css from './LinkSound.module.css'
import { buildWaveformPath } from '../list/waveform.ts'

/** The player of a sound file. It sends no request to the other server before play is pressed. */
export function LinkSound({ id, title, src }: { id: string; title: string; src: string }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [muted, setMuted] = useState(false)
  const [position, setPosition] = useState(0)
  const [duration, setDuration] = useState<number>()
  const [hasFailed, setHasFailed] = useState(false)
  const progress = duration ? Math.min(1, position / duration) : 0

  const toggle = () => {
    const element = audio.current
    if (!element) return
    if (!element.paused) return element.pause()
    setHasFailed(false)
    // A pause or stop may abort `play`, which is not an error.
    element.play().catch((error: Error) => setHasFailed(error.name !== 'AbortError'))
  }
  const stop = () => {
    const element = audio.current
    if (!element) return
    element.pause()
    element.currentTime = 0
    setPosition(0)
  }
  const seek = (time: number) => {
    if (audio.current && duration) audio.current.currentTime = time
    setPosition(time)
  }
  const path = buildWaveformPath(id)
  return (
    <section className={css.sound} aria-label={texts.sound(title)}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a file of a saved link, for which no captions are known */}
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onVolumeChange={event => setMuted(event.currentTarget.muted)}
        onTimeUpdate={event => setPosition(event.currentTarget.currentTime)}
        onDurationChange={event => setDuration(event.currentTarget.duration)}
        onError={() => setHasFailed(true)}
      />
      <div className={css.wave}>
        <svg viewBox="0 0 170 60" preserveAspectRatio="none" aria-hidden="true">
          <path d={path} className={css.unplayed} />
          <path d={path} style={{ clipPath: `inset(0 ${100 - progress * 100}% 0 0)` }} />
        </svg>
        <input
          type="range"
          min={0}
          max={duration && Number.isFinite(duration) ? duration : 0}
          step="any"
          value={position}
          disabled={!duration || !Number.isFinite(duration)}
          aria-label={texts.position}
          aria-valuetext={`${formatPlayTime(position)} / ${formatPlayTime(duration)}`}
          onChange={event => seek(Number(event.currentTarget.value))}
        />
      </div>
      <div className={css.tools}>
        <button
          type="button"
          className={css.playButton}
          aria-label={playing ? texts.pause : texts.play(title)}
          onClick={toggle}
        >
          {playing ? <IconPlayerPauseFilled className="i" /> : <IconPlayerPlayFilled className="i" />}
        </button>
        <IconButton icon={IconPlayerStopFilled} label={texts.stop} onClick={stop} />
        <span className={`num ${css.time}`}>
          <span>{formatPlayTime(position)}</span> <span className="t3">/ {formatPlayTime(duration)}</span>
        </span>
        <span className="grow" role="status">
          {hasFailed && texts.cannotPlay}
        </span>
        <IconButton
          icon={muted ? IconVolumeOff : IconVolume}
          label={muted ? texts.unmute : texts.mute}
          onClick={() => {
            if (audio.current) audio.current.muted = !muted
          }}
        />
      </div>
    </section>
  )
}
