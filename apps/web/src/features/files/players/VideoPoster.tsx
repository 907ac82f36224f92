import type { Link } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { type CSSProperties, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { IconPlayerPlayFilled } from '../../../ui/icons.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import { Thumb } from '../../links/list/items/Thumb.tsx'
import { useMe } from '../../session/data.ts'
import { VideoPlayer } from './VideoPlayer.tsx'
import css from './VideoPlayer.module.css'

/**
 * Shows the picture of a video until it is played: after a click, or on hover for users who chose that setting. The box has
 * its final size before anything is loaded, where the size of the video is known.
 */
export function VideoPoster({ link }: { link: Link }) {
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
      style={width && height ? ({ '--ratio': `${width} / ${height}` } as CSSProperties) : undefined}
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
