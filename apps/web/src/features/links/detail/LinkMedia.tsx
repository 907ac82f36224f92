import type { Link } from '@nestmark/contract/shapes'
import { recognise } from '@nestmark/core/embeds/recognise'
import { singleLinkTexts as texts } from '@nestmark/texts/links/singleLink'
import { Suspense, use, useState } from 'react'
import { toPlayable } from '../../../lib/media/playable.ts'
import { classes } from '../../../ui/classes.ts'
import { IconEye, IconPlayerPlayFilled } from '../../../ui/icons.ts'
import { useMe } from '../../session/data.ts'
import { getThumbKind, formatTitle } from '../linkDisplay.ts'
import { Thumb } from '../list/items/Thumb.tsx'
import css from './LinkMedia.module.css'
import { LinkPlayerContext } from '../linkSlots.ts'

// The rights that an embedded player needs; its origin differs from ours.
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-presentation'
const sizeClasses: Record<number, string | undefined> = {
  1: css.tall,
  2: css.wide,
  3: css.wide,
  4: css.page,
  5: css.sound,
}

/** Shows the media file of a link, or its picture with the player of another site. Notes have no picture. */
export function LinkMedia({ link }: { link: Link }) {
  const renderPlayer = use(LinkPlayerContext)
  if (!renderPlayer || !toPlayable(link)) return <LinkEmbed link={link} />
  return <Suspense fallback={<PlayerLoading link={link} />}>{renderPlayer(link)}</Suspense>
}

/** Replaces a player while its code is loaded. */
function PlayerLoading({ link }: { link: Link }) {
  const { width, height } = link.media ?? {}
  return (
    <div className={css.media} style={width && height ? { aspectRatio: `${width} / ${height}` } : undefined}>
      <Thumb link={link} />
    </div>
  )
}

/** Shows the picture of a link. The player of another site loads after a click, or on hover for users who chose that. */
function LinkEmbed({ link }: { link: Link }) {
  const [isClicked, setIsClicked] = useState(false)
  const [isHovered, setIsHovered] = useState(false)
  // The setting can arrive after the pointer.
  const playsOnHover = useMe()?.load_links === 2
  const kind = getThumbKind(link)
  const site = link.link === '' ? null : recognise(link.link)
  // The server finds the players that the address does not contain.
  const embed = kind === 'encrypted' ? undefined : (site?.embed ?? (link.embed || undefined))
  const title = formatTitle(link)
  const isText = kind === 'note' || kind === 'quote' || kind === 'checklist'
  if (isText && !embed) return null
  if (embed && (isClicked || (isHovered && playsOnHover)))
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
  const Glyph = link.category === 2 || link.category === 5 ? IconPlayerPlayFilled : IconEye
  return (
    <div
      className={classes(
        css.media,
        kind === 'placeholder' && !embed && css.placeholder,
        isText && css.textNote,
      )}
    >
      <Thumb link={link} />
      {embed && (
        <button
          type="button"
          className={`centre ${css.play}`}
          aria-label={Glyph === IconEye ? texts.show(title) : texts.play(title)}
          onClick={() => setIsClicked(true)}
          onPointerEnter={event => setIsHovered(event.pointerType === 'mouse')}
          onPointerLeave={() => setIsHovered(false)}
        >
          <span className={`centre ${css.playIcon}`}>
            <Glyph className="i s24" />
          </span>
        </button>
      )}
    </div>
  )
}
