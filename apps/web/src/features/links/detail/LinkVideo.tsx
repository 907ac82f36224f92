import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import css from './LinkMedia.module.css'

/**
 * Plays a video file. It starts when its size is known; a video that is taller than wide gets a narrow player.
 * @param muted whether it starts without a click, so that it must not make a sound
 */
export function LinkVideo({ src, muted }: { src: string; muted: boolean }) {
  const [isVertical, setIsVertical] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed)
    return (
      <div className={classes(css.media, css.player, css.wide, css.failed)} role="alert">
        {texts.cannotPlay}
      </div>
    )
  return (
    <div
      className={classes(css.media, css.player, isVertical ? css.vertical : css.wide)}
      data-vertical={isVertical || undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a file of a saved link, for which no captions are known */}
      <video
        src={src}
        controls
        playsInline
        muted={muted}
        preload="metadata"
        onLoadedMetadata={event => {
          const video = event.currentTarget
          setIsVertical(video.videoHeight > video.videoWidth)
          // A browser may require another click for sound; the controls are visible.
          video.play().catch(() => undefined)
        }}
        onError={() => setHasFailed(true)}
      />
    </div>
  )
}
