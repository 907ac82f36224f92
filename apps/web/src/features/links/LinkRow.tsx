import { collectionsTexts } from '@nestmark/texts/collections'
import { linksTexts as texts } from '@nestmark/texts/links'
import { memo, use } from 'react'
import { Link } from 'react-router'
import { formatDate, isoDate } from '../../lib/dates.ts'
import { drag, useDragSource } from '../../lib/drag.ts'
import { usePhone } from '../../lib/media.ts'
import { useStoreSelector } from '../../lib/store.ts'
import { toCategoryLook } from '../../ui/categories.ts'
import { classes } from '../../ui/classes.ts'
import { IconArrowDown, IconArrowUp, IconStarFilled } from '../../ui/icons.ts'
import { Excerpt, Marks } from '../../ui/Marks.tsx'
import { CollectionGlyph } from '../../ui/CollectionGlyph.tsx'
import { OwnerMark } from '../../ui/OwnerMark.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { toDisplayName } from '../collections/data.ts'
import { LinkActions } from './LinkActions.tsx'
import { CategoryLink, RedactedTitle } from './LinkCard.tsx'
import { type LinkItemProps, LinkItemOverrideContext } from './linkItem.ts'
import type { LinkQuery } from './listQuery.ts'
import css from './LinkRow.module.css'
import { formatSource, formatTitle } from './linkDisplay.ts'
import { MiniThumb } from './Thumb.tsx'

const maxTags = 2

/** The column headers of the list. */
export function LinkRowHead({
  showsCollection,
  query,
}: {
  showsCollection: boolean
  query?: Pick<LinkQuery, 'sort' | 'order'> | undefined
}) {
  const renderArrow = (sort: LinkQuery['sort']) => {
    if (query?.sort !== sort) return null
    return query.order === 1 ? <IconArrowDown className="i s12" /> : <IconArrowUp className="i s12" />
  }
  return (
    <div className={classes(css.header, showsCollection && css.withCollection)} aria-hidden="true">
      <span />
      <span />
      <span className={css.sorted}>
        {texts.title}
        {renderArrow('title')}
      </span>
      <span className={css.tagsCell}>{texts.tags}</span>
      {showsCollection && <span className={css.collectionCell}>{texts.collection}</span>}
      <span className={css.sorted}>
        {texts.added}
        {renderArrow('date')}
      </span>
      <span />
    </div>
  )
}

/** Shows a link as a row of the list. */
export const LinkRow = memo(function LinkRow({
  link,
  index,
  state,
  showsCollection,
  rootId,
  selecting,
  selected,
  onToggle,
  getDragContent,
}: LinkItemProps) {
  const phone = usePhone()
  const override = use(LinkItemOverrideContext)
  const dragProps = useDragSource(() => getDragContent(link))
  const isDragged = useStoreSelector(
    drag,
    content => content?.links.some(moved => moved._id === link._id) ?? false,
  )
  const title = formatTitle(link)
  const hiddenCount = link.tags.length - maxTags
  return (
    <article
      {...dragProps}
      data-place={index}
      className={classes(
        css.row,
        showsCollection && css.withCollection,
        selecting && css.selecting,
        toCategoryLook(link.category).className,
        selected && css.selected,
        isDragged && css.dragged,
      )}
    >
      <span className={css.tickCell}>
        {(selecting || !phone) && (
          <Checkbox
            small
            label={texts.selectOne(title)}
            checked={selected}
            className={css.checkbox}
            onChange={({ shift }) => onToggle(index, shift)}
          />
        )}
      </span>
      <MiniThumb link={link} />
      <div className="grow">
        <h3 className="row g6">
          <Link
            data-main
            className={classes(css.link, css.title, !phone && 'el')}
            to={`/l/${link._id}`}
            state={state}
            dir="auto"
            draggable={false}
            aria-label={link.enc ? texts.encryptedLink : undefined}
            onClick={event => {
              if (!selecting && !override) return
              event.preventDefault()
              if (!selecting) return override?.open(link)
              onToggle(index, event.shiftKey)
            }}
          >
            {link.enc ? <RedactedTitle /> : <Marks text={title} />}
          </Link>
          {link.favourite === 1 && (
            <span className="acc" role="img" aria-label={texts.isFavourite}>
              <IconStarFilled className="i s12" />
            </span>
          )}
        </h3>
        <div className={css.meta}>
          <CategoryLink link={link} />
          {override && phone ? (
            override.renderBadge(link)
          ) : (
            <span className={link.excerpt ? 'nw' : 'el'}>{formatSource(link)}</span>
          )}
          {link.excerpt && (
            <span className="el" dir="auto">
              <Excerpt parts={link.excerpt.parts} />
            </span>
          )}
          {link.owner_name !== undefined && <OwnerMark name={link.owner_name} />}
          <span className={css.phoneOnly}>
            <span aria-hidden="true">·</span>
            <time className="nw" dateTime={isoDate(link.create_date)}>
              {formatDate(link.create_date)}
            </time>
          </span>
        </div>
      </div>
      <div className={css.tagsCell}>
        <div className={css.tags}>
          {override?.renderBadge(link)}
          {!override && link.tags.slice(0, maxTags).map(tag => <Tag key={tag._id} name={tag.name} />)}
          {!override && hiddenCount > 0 && (
            <span
              className={css.more}
              title={link.tags
                .slice(maxTags)
                .map(tag => `#${tag.name}`)
                .join(' ')}
            >
              {texts.moreTags(hiddenCount)}
            </span>
          )}
        </div>
      </div>
      {showsCollection && (
        <div className={css.collectionCell}>
          <Link
            className={css.collection}
            to={link.parent === rootId ? '/dashboard' : `/c/${link.parent}`}
            draggable={false}
          >
            <CollectionGlyph levels={1} counts={[]} size={18} />
            <span className="el" dir="auto">
              {link.parent === rootId ? collectionsTexts.dashboard : toDisplayName(link.parent_name ?? '')}
            </span>
          </Link>
        </div>
      )}
      <time className={classes('num', css.date, css.dateCell)} dateTime={isoDate(link.create_date)}>
        {formatDate(link.create_date)}
      </time>
      {selecting ? <span /> : <LinkActions link={link} className={css.actions} />}
    </article>
  )
})
