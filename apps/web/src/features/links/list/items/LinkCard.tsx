import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { memo, type ReactNode } from 'react'
import { Link } from '../../../../lib/router/links.tsx'
import { ShownDate } from '../../../../ui/marks/ShownDate.tsx'
import { usePhone } from '../../../../lib/media/media.ts'
import { useBrowse } from '../../../../ui/lists/browse.ts'
import { toCategoryLook } from '../../../../ui/marks/categories.ts'
import { classes } from '../../../../ui/classes.ts'
import { Excerpt } from '../../../../ui/marks/Marks.tsx'
import { OwnerMark } from '../../../../ui/marks/OwnerMark.tsx'
import { Tag } from '../../../../ui/marks/Tag.tsx'
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx'
import { LinkLock } from '../../../encryption/LinkLock.tsx'
import { LinkActions } from './LinkActions.tsx'
import css from './LinkCard.module.css'
import type { LinkItemProps } from './linkItem.ts'
import { LinkItemTitle } from './LinkItemTitle.tsx'
import { formatSource, formatTitle, isSelectable } from '../../linkDisplay.ts'
import { useMatchReason } from './matchReason.ts'
import { LevelBars } from './SoundButton.tsx'
import { Thumb } from './Thumb.tsx'
import { useLinkDrag } from '../tools/useLinkDrag.ts'

/** Shows a link as a card: its thumbnail, then its texts, without a frame. */
export const LinkCard = memo(function LinkCard(props: LinkItemProps & { isMosaic?: boolean }) {
  const { link, index, selecting, selected, onToggle, onPeek, peeked, isMosaic = false } = props
  const phone = usePhone()
  const category = toCategoryLook(link.category)
  const { dragProps, isDragged } = useLinkDrag(props)
  const owner = link.owner_name
  const reason = useMatchReason(link)
  return (
    <article
      {...dragProps}
      data-place={index}
      aria-current={peeked || undefined}
      className={classes(
        'min0 rel',
        css.card,
        category.className,
        selecting && css.selecting,
        selected && css.selected,
        isMosaic && css.mosaic,
        isDragged && css.dragged,
      )}
    >
      <Thumb
        link={link}
        isTickable={!selecting && link.can.edit && link.is_trash === 0}
        isPlayable={!selecting && link.is_trash === 0}
      />
      {(selecting || (!phone && isSelectable(link))) && (
        <Checkbox
          label={texts.selectOne(formatTitle(link))}
          checked={selected}
          className={classes(css.checkbox, !selecting && css.onHover)}
          onChange={({ shift }) => onToggle(index, shift)}
        />
      )}
      <h3 className={`anywhere clamp w560 f14 ${css.title}`} dir="auto">
        <LinkItemTitle {...{ link, index, selecting, onToggle }} />
        <LevelBars id={link._id} />
      </h3>
      <div className={`row text12 t3 ${css.meta}`}>
        <CategoryLink link={link} />
        <SourceLine link={link}>
          {/* The reason of a match takes the place of the date. */}
          {!isMosaic && (reason === null ? <ShownDate time={link.create_date} /> : <span>{reason}</span>)}
        </SourceLine>
        {owner !== undefined && (phone || isMosaic || link.excerpt) && <OwnerMark bare name={owner} />}
        <LinkLock link={link} />
      </div>
      <CardText {...{ link, isMosaic }} />
      {!selecting && (
        <LinkActions
          link={link}
          className={css.actions}
          onSelect={() => onToggle(index, false)}
          onPeek={onPeek && (() => onPeek(link, index))}
        />
      )}
    </article>
  )
})

/** One line with the source of a link and a second fact, which is left out where it does not fit beside the source. */
export function SourceLine({ link, children }: { link: LinkShape; children: ReactNode }) {
  const source = formatSource(link)
  return (
    <span className={`flex wrap min0 ${css.facts}`}>
      {source !== '' && <span className="el">{source}</span>}
      {children && (
        <span className="nw">
          {source !== '' && <span aria-hidden="true">· </span>}
          {children}
        </span>
      )}
    </span>
  )
}

/** The icon of the category, a link to the links of that category. */
export function CategoryLink({ link }: { link: LinkShape }) {
  const { icon: Glyph, tag, label } = toCategoryLook(link.category)
  const path = useBrowse().category(tag)
  const mark = {
    className: `flex rel ${css.category}`,
    'aria-label': label,
    'data-tip': `#${tag}`,
    children: <Glyph className="i s14" />,
  }
  return path === null ? (
    <span {...mark} role="img" />
  ) : (
    <Link {...mark} to={path} tabIndex={-1} draggable={false} />
  )
}

/** Shows the match of a search, or the owner and the tags. */
function CardText({ link, isMosaic }: { link: LinkItemProps['link']; isMosaic: boolean }) {
  const phone = usePhone()
  const owner = link.owner_name
  return link.excerpt ? (
    <p className="el text12 t3 mt4" dir="auto">
      <Excerpt parts={link.excerpt.parts} />
    </p>
  ) : isMosaic ? null : link.tags.length > 0 || (owner !== undefined && !phone) ? (
    <div className={css.tags}>
      {owner !== undefined && <OwnerMark first name={owner} />}
      {link.tags.slice(0, 4).map(tag => (
        <Tag key={tag._id} name={tag.name} plain />
      ))}
    </div>
  ) : null
}
