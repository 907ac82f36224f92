import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { useRef, useState } from 'react'
import { formatPlayTime } from '../../lib/playTime.ts'
import { IconButton } from '../../ui/Button.tsx'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconVolume,
  IconVolumeOff,
} from '../../ui/icons.ts'
import css from './LinkSound.module.css'
import { waveformPath } from './waveform.ts'

/** The player of a sound file. It sends no request to the other server before play is pressed. */
export function LinkSound({ id, title, src }: { id: string; title: string; src: string }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [muted, setMuted] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState<number>()
  const [failed, setFailed] = useState(false)
  const share = length ? Math.min(1, at / length) : 0

  const toggle = () => {
    const sound = audio.current
    if (!sound) return
    if (!sound.paused) return sound.pause()
    setFailed(false)
    // A pause or stop may abort `play`, which is not an error.
    sound.play().catch((error: Error) => setFailed(error.name !== 'AbortError'))
  }
  const stop = () => {
    const sound = audio.current
    if (!sound) return
    sound.pause()
    sound.currentTime = 0
    setAt(0)
  }
  const seek = (to: number) => {
    if (audio.current && length) audio.current.currentTime = to
    setAt(to)
  }
  const path = waveformPath(id)
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
        onTimeUpdate={event => setAt(event.currentTarget.currentTime)}
        onDurationChange={event => setLength(event.currentTarget.duration)}
        onError={() => setFailed(true)}
      />
      <div className={css.wave}>
        <svg viewBox="0 0 170 60" preserveAspectRatio="none" aria-hidden="true">
          <path d={path} className={css.ahead} />
          <path d={path} style={{ clipPath: `inset(0 ${100 - share * 100}% 0 0)` }} />
        </svg>
        <input
          type="range"
          min={0}
          max={length && Number.isFinite(length) ? length : 0}
          step="any"
          value={at}
          disabled={!length || !Number.isFinite(length)}
          aria-label={texts.position}
          aria-valuetext={`${formatPlayTime(at)} / ${formatPlayTime(length)}`}
          onChange={event => seek(Number(event.currentTarget.value))}
        />
      </div>
      <div className={css.tools}>
        <button
          type="button"
          className={css.egg}
          aria-label={playing ? texts.pause : texts.play(title)}
          onClick={toggle}
        >
          {playing ? <IconPlayerPauseFilled className="i" /> : <IconPlayerPlayFilled className="i" />}
        </button>
        <IconButton icon={IconPlayerStopFilled} label={texts.stop} onClick={stop} />
        <span className={`num ${css.time}`}>
          <span>{formatPlayTime(at)}</span> <span className="t3">/ {formatPlayTime(length)}</span>
        </span>
        <span className="grow" role="status">
          {failed && texts.cannotPlay}
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
