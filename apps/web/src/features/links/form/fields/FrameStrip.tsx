import type { Link } from '@nestmark/contract/shapes'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { useEffect, useRef, useState } from 'react'
import { readAddress } from '../../../../lib/media/mediaAddress.ts'
import { formatPlayTime } from '../../../../lib/media/playTime.ts'
import { openVideo, seekTo } from '../../../../lib/uploads/files/localPreview.ts'
import css from './CaptureThumbnail.module.css'

const frames = 10
const frameWidth = 96
const frameHeight = 54

/** Shows ten frames of a video, and moves it to the position that the user selects. */
export function FrameStrip({
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
