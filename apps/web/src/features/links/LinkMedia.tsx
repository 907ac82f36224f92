import type { Link } from '@nestmark/contract/shapes'
import { recognise } from '@nestmark/core/embeds/recognise'
import { isSoundFile } from '@nestmark/core/embeds/soundFile'
import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { useState } from 'react'
import { safeHref } from '../../lib/addresses.ts'
import { classes } from '../../ui/classes.ts'
import { IconEye, IconPlayerPlayFilled } from '../../ui/icons.ts'
import { useMe } from '../session/data.ts'
import { LinkVideo } from './LinkVideo.tsx'
import css from './LinkMedia.module.css'
import { LinkSound } from './LinkSound.tsx'
import { toFace, formatTitle } from './look.ts'
import { Thumb } from './Thumb.tsx'

// The rights that an embedded player needs; its origin differs from ours.
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-presentation'
const shapes: Record<number, string | undefined> = {
  1: css.tall,
  2: css.wide,
  3: css.wide,
  4: css.page,
  5: css.sound,
}

// A page served with https may load media only with https.
const toFileAddress = (address: string) => safeHref(address.replace(/^http:/, 'https:'))

/**
 * Shows the picture of a link, or its player. The player loads only after a click, or on hover for users who chose that
 * setting. Notes have no picture.
 */
export function LinkMedia({ link }: { link: Link }) {
  const [playing, setPlaying] = useState<'click' | 'hover'>()
  const onHover = useMe()?.load_links === 2
  const face = toFace(link)
  const found = link.link === '' ? null : recognise(link.link)
  const embed = found?.embed
  const film = found?.key === 'videoFile' ? toFileAddress(link.link) : undefined
  const sound = link.category === 5 && isSoundFile(link.link) ? toFileAddress(link.link) : undefined
  const title = formatTitle(link)
  const playable = Boolean(embed ?? film) && face !== 'sealed'
  const written = face === 'note' || face === 'quote' || face === 'checklist'
  if (written && !embed) return null
  if (sound && face !== 'sealed') return <LinkSound id={link._id} title={title} src={sound} />
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
  if (playing && film) return <LinkVideo src={film} muted={playing === 'hover'} />
  const Glyph = link.category === 2 || link.category === 5 ? IconPlayerPlayFilled : IconEye
  return (
    <div className={classes(css.media, face === 'shell' && !playable && css.shell, written && css.slip)}>
      <Thumb link={link} />
      {playable && (
        <button
          type="button"
          className={css.play}
          aria-label={Glyph === IconEye ? texts.show(title) : texts.play(title)}
          onClick={() => setPlaying('click')}
          onPointerEnter={event => {
            if (onHover && event.pointerType === 'mouse') setPlaying('hover')
          }}
        >
          <span className={css.egg}>
            <Glyph className="i s24" />
          </span>
        </button>
      )}
    </div>
  )
}
