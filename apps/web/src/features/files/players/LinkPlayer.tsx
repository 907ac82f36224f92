import type { Link } from '@nestmark/contract/shapes'
import { toPlayable } from '../../../lib/media/playable.ts'
import { SoundPanel } from '../sound/SoundPanel.tsx'
import { formatFileSize } from '@nestmark/core/plans/storageSize'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { Link as RouterLink } from '../../../lib/router/links.tsx'
import { IconFileTypePdf, IconMaximize, IconPlayerPlayFilled } from '../../../ui/icons.ts'
import documentCss from './DocumentPoster.module.css'
import { type CSSProperties, useState } from 'react'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import { Thumb } from '../../links/list/items/Thumb.tsx'
import pictureCss from './PicturePoster.module.css'
import { classes } from '../../../ui/classes.ts'
import { useMe } from '../../session/data.ts'
import { VideoPlayer } from './VideoPlayer.tsx'
import css from './VideoPlayer.module.css'

/** Shows the file of a link where its picture is: a picture, a video, a sound or a document. */
export default function LinkPlayer({ link }: { link: Link }) {
  switch (toPlayable(link)?.kind) {
    case 'picture':
      return <PicturePoster link={link} />
    case 'video':
      // Another link is another video.
      return <VideoPoster key={link._id} link={link} />
    case 'sound':
      return <SoundPanel link={link} />
    case 'document':
      return <DocumentPoster link={link} />
    default:
      return null
  }
}

/** Shows the first page of a PDF file, or its icon. A click opens the document. */
function DocumentPoster({ link }: { link: Link }) {
  const pages = link.media?.pages
  return (
    <RouterLink className={`row ${documentCss.poster}`} to={`/l/${link._id}/pdf`} state={{ isInside: true }}>
      <span className={`centre rigid ${documentCss.page}`} aria-hidden="true">
        {link.thumbnail ? (
          <img className="cover" src={link.thumbnail} alt="" draggable={false} />
        ) : (
          <IconFileTypePdf className="i" />
        )}
      </span>
      <span className="stack g6 min0 top">
        <span className={`clamp anywhere w540 ${documentCss.name}`} dir="auto">
          {link.media?.name}
        </span>
        <span className="t3">
          {['PDF', pages ? texts.pageCount(pages) : '', formatFileSize(link.size)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={`inline w560 mt8 ${documentCss.read}`}>{texts.read}</span>
      </span>
    </RouterLink>
  )
}

/** Shows an uploaded picture in its own proportions. A click opens it in full. */
function PicturePoster({ link }: { link: Link }) {
  return (
    <div className={pictureCss.poster} style={toRatio(link)}>
      <Thumb link={link} />
      <button
        type="button"
        className={`fill ${pictureCss.open}`}
        aria-label={texts.viewPictureOf(formatTitle(link))}
        onClick={() => openOverlay('pictures', { link })}
      >
        <span className={`centre ${pictureCss.icon}`}>
          <IconMaximize className="i s18" />
        </span>
      </button>
    </div>
  )
}

/**
 * Shows the picture of a video until it is played: after a click, or on hover for users who chose that setting. The box has
 * its final size before anything is loaded, where the size of the video is known.
 */
function VideoPoster({ link }: { link: Link }) {
  const [isClicked, setIsClicked] = useState(false)
  const [isHovered, setIsHovered] = useState(false)
  // The setting can arrive after the pointer. Visitors have none.
  const playsOnHover = useMe()?.load_links === 2
  if (isClicked || (isHovered && playsOnHover)) return <VideoPlayer link={link} isMuted={!isClicked} />
  const { width, height } = link.media ?? {}
  const isVertical = Boolean(width && height && height > width)
  return (
    <div
      className={classes(css.poster, isVertical ? css.vertical : css.wide)}
      style={toRatio(link)}
      data-vertical={isVertical || undefined}
    >
      <Thumb link={link} />
      <button
        type="button"
        className={`centre fill ${css.start}`}
        aria-label={texts.playOne(formatTitle(link))}
        onClick={() => setIsClicked(true)}
        onPointerEnter={event => setIsHovered(event.pointerType === 'mouse')}
        onPointerLeave={() => setIsHovered(false)}
      >
        <span className={`centre ${css.egg}`}>
          <IconPlayerPlayFilled className="i s24" />
        </span>
      </button>
    </div>
  )
}

/** Returns the style of a box in the proportions of a file, where they are known. */
function toRatio({ media }: Link): CSSProperties | undefined {
  return media?.width && media.height
    ? ({ '--ratio': `${media.width} / ${media.height}` } as CSSProperties)
    : undefined
}
