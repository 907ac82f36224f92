import type { Link } from '@nestmark/contract/shapes'
import { recognise } from '@nestmark/core/embeds/recognise'
import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { useState } from 'react'
import { safeHref } from '../../lib/addresses.ts'
import { classes } from '../../ui/classes.ts'
import { IconEye, IconPlayerPlayFilled } from '../../ui/icons.ts'
import css from './LinkMedia.module.css'
import { faceOf, titleOf } from './look.ts'
import { Thumb } from './Thumb.tsx'

// What a foreign player needs and no more; it never runs as a page of ours.
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-presentation'
const shapes: Record<number, string | undefined> = {
  1: css.tall,
  2: css.wide,
  3: css.wide,
  4: css.page,
  5: css.sound,
}

/** The picture of a link; or its player, which is asked for only after a click. Notes speak for themselves. */
export function LinkMedia({ link }: { link: Link }) {
  const [playing, setPlaying] = useState(false)
  const face = faceOf(link)
  const found = link.link === '' ? null : recognise(link.link)
  const embed = found?.embed
  const film = found?.key === 'videoFile' ? safeHref(link.link.replace(/^http:/, 'https:')) : undefined
  const title = titleOf(link)
  const playable = Boolean(embed ?? film) && face !== 'sealed'
  const written = face === 'note' || face === 'quote' || face === 'checklist'
  if (written && !embed) return null
  if (playing && embed)
    return (
      <div className={classes(css.media, css.player, shapes[found?.category ?? 3])}>
        <iframe
          src={embed}
          title={texts.player(found?.label ?? '', title)}
          sandbox={sandbox}
          allow="fullscreen; encrypted-media; picture-in-picture; autoplay"
          referrerPolicy="no-referrer"
          loading="lazy"
        />
      </div>
    )
  if (playing && film)
    return (
      <div className={classes(css.media, css.player, css.wide)}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a file somebody saved: captions are its own affair */}
        <video src={film} controls autoPlay playsInline />
      </div>
    )
  const Glyph = link.category === 2 || link.category === 5 ? IconPlayerPlayFilled : IconEye
  return (
    <div className={classes(css.media, face === 'shell' && !playable && css.shell, written && css.slip)}>
      <Thumb link={link} />
      {playable && (
        <button
          type="button"
          className={css.play}
          aria-label={Glyph === IconEye ? texts.show(title) : texts.play(title)}
          onClick={() => setPlaying(true)}
        >
          <span className={css.egg}>
            <Glyph className="i s24" />
          </span>
        </button>
      )}
    </div>
  )
}
