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
import { CategoryLink, Redacted } from './LinkCard.tsx'
import { type LinkItemProps, StandInContext } from './item.ts'
import type { LinkQuery } from './listQuery.ts'
import css from './LinkRow.module.css'
import { formatSource, formatTitle } from './look.ts'
import { MiniThumb } from './Thumb.tsx'

const shownTags = 2

/** The column headers of the list. */
export function LinkRowHead({
  placed,
  query,
}: {
  placed: boolean
  query?: Pick<LinkQuery, 'sort' | 'order'> | undefined
}) {
  const arrow = (sort: LinkQuery['sort']) => {
    if (query?.sort !== sort) return null
    return query.order === 1 ? <IconArrowDown className="i s12" /> : <IconArrowUp className="i s12" />
  }
  return (
    <div className={classes(css.head, placed && css.placed)} aria-hidden="true">
      <span />
      <span />
      <span className={css.sorted}>
        {texts.title}
        {arrow('title')}
      </span>
      <span className={css.tagsCell}>{texts.tags}</span>
      {placed && <span className={css.collectionCell}>{texts.collection}</span>}
      <span className={css.sorted}>
        {texts.added}
        {arrow('date')}
      </span>
      <span />
    </div>
  )
}

/** Shows a link as a row of the list. */
export const LinkRow = memo(function LinkRow({
  link,
  place,
  state,
  placed,
  root,
  selecting,
  selected,
  onToggle,
  take,
}: LinkItemProps) {
  const phone = usePhone()
  const standIn = use(StandInContext)
  const handle = useDragSource(() => take(link))
  const source = useStoreSelector(drag, now => now?.links.some(moved => moved._id === link._id) ?? false)
  const title = formatTitle(link)
  const hidden = link.tags.length - shownTags
  return (
    <article
      {...handle}
      data-place={place}
      className={classes(
        css.row,
        placed && css.placed,
        selecting && css.picking,
        toCategoryLook(link.category).className,
        selected && css.selected,
        source && css.source,
      )}
    >
      <span className={css.tickCell}>
        {(selecting || !phone) && (
          <Checkbox
            small
            label={texts.selectOne(title)}
            checked={selected}
            className={css.tick}
            onChange={({ shift }) => onToggle(place, shift)}
          />
        )}
      </span>
      <MiniThumb link={link} />
      <div className="grow">
        <h3 className="row g6">
          <Link
            data-main
            className={classes(css.main, css.title, !phone && 'el')}
            to={`/l/${link._id}`}
            state={state}
            dir="auto"
            draggable={false}
            aria-label={link.enc ? texts.encryptedLink : undefined}
            onClick={event => {
              if (!selecting && !standIn) return
              event.preventDefault()
              if (!selecting) return standIn?.open(link)
              onToggle(place, event.shiftKey)
            }}
          >
            {link.enc ? <Redacted /> : <Marks text={title} />}
          </Link>
          {link.favourite === 1 && (
            <span className="acc" role="img" aria-label={texts.isFavourite}>
              <IconStarFilled className="i s12" />
            </span>
          )}
        </h3>
        <div className={css.meta}>
          <CategoryLink link={link} />
          {standIn && phone ? (
            standIn.mark(link)
          ) : (
            <span className={link.excerpt ? 'nw' : 'el'}>{formatSource(link)}</span>
          )}
          {link.excerpt && (
            <span className="el" dir="auto">
              <Excerpt parts={link.excerpt.parts} />
            </span>
          )}
          {link.owner_name !== undefined && <OwnerMark name={link.owner_name} />}
          <span className={css.onPhone}>
            <span aria-hidden="true">·</span>
            <time className="nw" dateTime={isoDate(link.create_date)}>
              {formatDate(link.create_date)}
            </time>
          </span>
        </div>
      </div>
      <div className={css.tagsCell}>
        <div className={css.tags}>
          {standIn?.mark(link)}
          {!standIn && link.tags.slice(0, shownTags).map(tag => <Tag key={tag._id} name={tag.name} />)}
          {!standIn && hidden > 0 && (
            <span
              className={css.more}
              title={link.tags
                .slice(shownTags)
                .map(tag => `#${tag.name}`)
                .join(' ')}
            >
              {texts.moreTags(hidden)}
            </span>
          )}
        </div>
      </div>
      {placed && (
        <div className={css.collectionCell}>
          <Link
            className={css.collection}
            to={link.parent === root ? '/dashboard' : `/c/${link.parent}`}
            draggable={false}
          >
            <CollectionGlyph levels={1} counts={[]} size={18} />
            <span className="el" dir="auto">
              {link.parent === root ? collectionsTexts.dashboard : toDisplayName(link.parent_name ?? '')}
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
