import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { useState } from 'react'
import { classes } from '../../ui/classes.ts'
import css from './LinkMedia.module.css'

/**
 * A film from its own file. It plays as soon as its shape is known, and stands upright when it is taller than wide.
 * @param muted when nobody has clicked: then it must not make a sound
 */
export function LinkVideo({ src, muted }: { src: string; muted: boolean }) {
  const [tall, setTall] = useState(false)
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <div className={classes(css.media, css.player, css.wide, css.failed)} role="alert">
        {texts.cannotPlay}
      </div>
    )
  return (
    <div
      className={classes(css.media, css.player, tall ? css.upright : css.wide)}
      data-vertical={tall || undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a file somebody saved: captions are its own affair */}
      <video
        src={src}
        controls
        playsInline
        muted={muted}
        preload="metadata"
        onLoadedMetadata={event => {
          const film = event.currentTarget
          setTall(film.videoHeight > film.videoWidth)
          // Browsers may want another click for sound; the controls are there.
          film.play().catch(() => undefined)
        }}
        onError={() => setFailed(true)}
      />
    </div>
  )
}
