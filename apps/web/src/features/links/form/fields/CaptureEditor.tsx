import { fileTexts } from '@nestmark/texts/links/files'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import type { Link } from '@nestmark/contract/shapes'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { attachSource } from '../../../../lib/media/attachSource.ts'
import { formatFrameTime, formatPlayTime } from '../../../../lib/media/playTime.ts'
import { Button, IconButton } from '../../../../ui/fields/Button.tsx'
import {
  IconCamera,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '../../../../ui/icons.ts'
import { Kbd } from '../../../../ui/menus/Kbd.tsx'
import css from './CaptureThumbnail.module.css'
import { readAddress } from '../../../../lib/media/mediaAddress.ts'
import { openVideo, seekTo } from '../../../../lib/uploads/files/localPreview.ts'

/** The duration of one frame at 25 frames per second. The browser does not report the real frame rate. */
const frameSeconds = 0.04

/** Plays a video, steps through its frames, and captures the current one. */
export function CaptureEditor({
  onPlayer,
  video,
  name,
  canCapture,
  onCapture,
  onFail,
}: {
  /** Receives the element that plays the video. */
  onPlayer: (element: HTMLVideoElement | null) => void
  video: Blob | Link
  name: string
  /** False when the maximum number of captures is reached. */
  canCapture: boolean
  onCapture: () => void
  /** Receives why the video cannot be played. */
  onFail: (why: string) => void
}) {
  const player = useRef<HTMLVideoElement>(null)
  const [time, setTime] = useState(0)
  const [duration, setDuration] = useState<number>()
  const [isPlaying, setPlaying] = useState(false)
  const fail = useEffectEvent(onFail)
  useEffect(() => (player.current ? playVideo(player.current, video, why => fail(why)) : undefined), [video])
  const seek = (seconds: number) => {
    if (player.current) player.current.currentTime = Math.min(duration ?? 0, Math.max(0, seconds))
  }
  const toggle = () => void (isPlaying ? player.current?.pause() : player.current?.play())
  return (
    <div className="stack g12">
      <div className={css.stage}>
        <video
          ref={element => {
            player.current = element
            onPlayer(element)
          }}
          muted
          playsInline
          preload="auto"
          aria-label={name}
          onLoadedMetadata={event => setDuration(event.currentTarget.duration)}
          onTimeUpdate={event => setTime(event.currentTarget.currentTime)}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
        />
        <span className={`num ${css.time}`}>{formatFrameTime(time)}</span>
      </div>
      <FrameStrip video={video} duration={duration} time={time} onSeek={seek} />
      <div className="row g4">
        <IconButton
          icon={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled}
          label={isPlaying ? texts.pausePlayback : texts.play}
          onClick={toggle}
        />
        <IconButton
          icon={IconPlayerSkipBack}
          label={texts.frameBack}
          onClick={() => seek(time - frameSeconds)}
        />
        <IconButton
          icon={IconPlayerSkipForward}
          label={texts.frameForward}
          onClick={() => seek(time + frameSeconds)}
        />
        <span className={`num t3 ${css.clock}`}>
          {formatPlayTime(time)} / {formatPlayTime(duration)}
        </span>
        <span className="grow" />
        <span className={css.key}>
          <Kbd keys={['C']} />
        </span>
        <Button
          data-autofocus
          variant="primary"
          icon={IconCamera}
          disabled={duration === undefined || !canCapture}
          onClick={onCapture}
        >
          {fileTexts.capture}
        </Button>
      </div>
    </div>
  )
}

/**
 * Gives a media element a video: of this device, or the stored one of a link, which it reads in ranges.
 * @param onFail receives why it cannot be played
 * @returns ends it
 */
function playVideo(element: HTMLVideoElement, video: Blob | Link, onFail: (why: string) => void): () => void {
  if (video instanceof Blob) {
    const url = URL.createObjectURL(video)
    const fail = () => onFail(texts.noPicture)
    element.addEventListener('error', fail)
    element.src = url
    return () => {
      element.removeEventListener('error', fail)
      URL.revokeObjectURL(url)
    }
  }
  // A server may send readers to its bucket. Only with CORS may the page read the frames of a video from another origin.
  element.crossOrigin = 'anonymous'
  const source = attachSource(element, video, problem => {
    // Without a connection it continues by itself.
    if (problem && !problem.isOffline) onFail(problem.text)
  })
  void source.load()
  return source.detach
}

const frames = 10
const frameWidth = 96
const frameHeight = 54

/** Shows ten frames of a video, and moves it to the position that the user selects. */
function FrameStrip({
  video,
  duration,
  time,
  onSeek,
}: {
  video: Blob | Link
  /** In seconds; undefined until it is known. */
  duration: number | undefined
  time: number
  onSeek: (seconds: number) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const draw = async () => {
      const { video: copy, close } = await openVideo(
        video instanceof Blob ? video : await readAddress(video._id),
      )
      try {
        const context = canvas.current?.getContext('2d')
        if (!context) return
        for (let frame = 0; frame < frames; frame++) {
          if (stop.signal.aborted) return
          await seekTo(copy, ((frame + 0.5) / frames) * copy.duration)
          drawCovering(context, copy, frame * frameWidth)
        }
      } finally {
        close()
      }
    }
    // The strip is optional: the slider works without it.
    draw().catch(() => setHidden(true))
    return () => stop.abort()
  }, [video])
  return (
    <div className={css.strip}>
      {!isHidden && (
        <canvas ref={canvas} width={frames * frameWidth} height={frameHeight} aria-hidden="true" />
      )}
      <input
        type="range"
        aria-label={texts.position}
        aria-valuetext={formatPlayTime(time)}
        min={0}
        max={duration ?? 0}
        step={0.01}
        value={time}
        onChange={event => onSeek(event.target.valueAsNumber)}
      />
    </div>
  )
}

/** Draws the current picture of a video so that it covers one frame of the strip. */
function drawCovering(context: CanvasRenderingContext2D, video: HTMLVideoElement, left: number): void {
  const { videoWidth: width, videoHeight: height } = video
  const scale = Math.max(frameWidth / width, frameHeight / height)
  const cutWidth = frameWidth / scale
  const cutHeight = frameHeight / scale
  context.drawImage(
    video,
    (width - cutWidth) / 2,
    (height - cutHeight) / 2,
    cutWidth,
    cutHeight,
    left,
    0,
    frameWidth,
    frameHeight,
  )
}
