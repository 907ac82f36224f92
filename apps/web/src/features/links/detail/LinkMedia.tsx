import type { Link } from '@nestmark/contract/shapes'
import { recognise } from '@nestmark/core/embeds/recognise'
import { isSoundFile } from '@nestmark/core/embeds/soundFile'
import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { useState } from 'react'
import { safeHref } from '../../../lib/addresses.ts'
import { classes } from '../../../ui/classes.ts'
import { IconEye, IconPlayerPlayFilled } from '../../../ui/icons.ts'
import { useMe } from '../../session/data.ts'
import { LinkVideo } from './LinkVideo.tsx'
import css from './LinkMedia.module.css'
import { LinkSound } from './LinkSound.tsx'
import { getThumbKind, formatTitle } from '../linkDisplay.ts'
import { Thumb } from '../list/Thumb.tsx'

// The rights that an embedded player needs; its origin differs from ours.
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-presentation'
const sizeClasses: Record<number, string | undefined> = {
  1: css.tall,
  2: css.wide,
  3: css.wide,
  4: css.page,
  5: css.sound,
}

// A page served with https may load media only with https.
const toMediaUrl = (address: string) => safeHref(address.replace(/^http:/, 'https:'))

/**
 * Shows the picture of a link, or its player. The player loads only after a click, or on hover for users who chose that
 * setting. Notes have no picture.
 */
export function LinkMedia({ link }: { link: Link }) {
  const [isClicked, setIsClicked] = useState(false)
  const [isHovered, setIsHovered] = useState(false)
  // The setting can arrive after the pointer.
  const playsOnHover = useMe()?.load_links === 2
  const playing = isClicked ? 'click' : isHovered && playsOnHover ? 'hover' : undefined
  const kind = getThumbKind(link)
  const site = link.link === '' ? null : recognise(link.link)
  // The server finds the players that the address does not contain.
  const embed = site?.embed ?? (link.embed || undefined)
  const videoUrl = site?.key === 'videoFile' ? toMediaUrl(link.link) : undefined
  const soundUrl = link.category === 5 && isSoundFile(link.link) ? toMediaUrl(link.link) : undefined
  const title = formatTitle(link)
  const isPlayable = Boolean(embed ?? videoUrl) && kind !== 'encrypted'
  const isText = kind === 'note' || kind === 'quote' || kind === 'checklist'
  if (isText && !embed) return null
  if (soundUrl && kind !== 'encrypted') return <LinkSound id={link._id} title={title} src={soundUrl} />
  if (playing && embed)
    return (
      <div className={classes(css.media, css.player, sizeClasses[site?.category ?? 3])}>
        <iframe
          src={embed}
          title={texts.player(site?.label ?? '', title)}
          sandbox={sandbox}
          allow="fullscreen; encrypted-media; picture-in-picture; autoplay"
          referrerPolicy="no-referrer"
          loading="lazy"
        />
      </div>
    )
  if (playing && videoUrl) return <LinkVideo src={videoUrl} muted={playing === 'hover'} />
  const Glyph = link.category === 2 || link.category === 5 ? IconPlayerPlayFilled : IconEye
  return (
    <div
      className={classes(
        css.media,
        kind === 'placeholder' && !isPlayable && css.placeholder,
        isText && css.textNote,
      )}
    >
      <Thumb link={link} />
      {isPlayable && (
        <button
          type="button"
          className={css.play}
          aria-label={Glyph === IconEye ? texts.show(title) : texts.play(title)}
          onClick={() => setIsClicked(true)}
          onPointerEnter={event => setIsHovered(event.pointerType === 'mouse')}
          onPointerLeave={() => setIsHovered(false)}
        >
          <span className={css.playIcon}>
            <Glyph className="i s24" />
          </span>
        </button>
      )}
    </div>
  )
}
