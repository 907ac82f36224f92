import { useEffect, useRef } from 'react'
import css from './HoverPicture.module.css'

/** How long the pointer rests before the picture is loaded, in milliseconds. Each one loads a part of the file. */
const restMs = 150

/**
 * Shows the picture of a video at a time in seconds. It is a second, silent copy of the video, because the first one
 * plays on.
 */
export function HoverPicture({ src, time }: { src: string; time: number }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (video.current) video.current.currentTime = time
    }, restMs)
    return () => clearTimeout(timer)
  }, [time])
  return (
    <video ref={video} className={css.picture} src={src} muted playsInline preload="metadata" tabIndex={-1} />
  )
}
