import type { DuplicateLink } from '@nestmark/contract/links/duplicates'
import { duplicateTexts as texts } from '@nestmark/texts/links/duplicates'
import { useId } from 'react'
import { ShownDate } from '../../ui/marks/ShownDate.tsx'
import { usePhone } from '../../lib/media/media.ts'
import type { Icon } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { toCategoryLook } from '../../ui/marks/categories.ts'
import { classes } from '../../ui/classes.ts'
import { IconFile, IconHighlight, IconNotes, IconPin, IconStarFilled } from '../../ui/icons.ts'
import { MiniThumb } from '../links/list/items/Thumb.tsx'
import { diffAddress } from './addressDiff.ts'
import css from './DuplicateTile.module.css'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { CollectionGlyph } from '../../ui/marks/CollectionGlyph.tsx'
import { toDisplayName, useTree } from '../collections/data.ts'
import { listAncestors } from '../collections/tree/tree.ts'

/** A link of a group: its address with what differs, its collection, its date and what it has. */
export function DuplicateTile({
  link,
  first,
  isTicked,
  isTarget,
  isOldest,
  onTick,
}: {
  link: DuplicateLink
  /** The first link of the group. */
  first: DuplicateLink
  isTicked: boolean
  /** The others become one with it. */
  isTarget: boolean
  isOldest: boolean
  onTick: () => void
}) {
  const phone = usePhone()
  const describedBy = useId()
  const readOnly = link.can.trash ? undefined : texts.sharedBy(link.owner_name ?? '')
  const tags = link.tags.map(tag => `#${tag.name}`).join(' ')
  const carried: { icon: Icon; text: string; isBare?: boolean }[] = [
    link.note === 1 && { icon: IconNotes, text: texts.notes(1) },
    link.highlights > 0 && { icon: IconHighlight, text: texts.highlights(link.highlights) },
    link.s3_key.length > 0 && { icon: IconFile, text: texts.files(link.s3_key.length) },
    link.favourite === 1 && { icon: IconStarFilled, text: texts.favourite, isBare: true },
  ].filter(each => each !== false)
  return (
    <article
      className={classes(
        'flex g12 min0 rel top',
        css.tile,
        isTicked && css.ticked,
        toCategoryLook(link.category).className,
      )}
      data-tile={link._id}
      // The arrow keys move to it.
      tabIndex={-1}
      aria-describedby={describedBy}
    >
      <span className={css.tick}>
        <Checkbox
          small={!phone}
          label={texts.tick(link.link)}
          checked={isTicked}
          disabled={!link.can.trash}
          onChange={onTick}
        />
      </span>
      <span className={`rigid rel ${css.thumb}`}>
        <MiniThumb link={link} />
      </span>
      <div className="grow" id={describedBy}>
        <div className={`t2 clamp anywhere ${css.address}`} dir="ltr" title={link.link}>
          {diffAddress(link.link, first.link).map(({ text, differs }, at) =>
            differs ? (
              <mark key={at} className={css.differs}>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </div>
        <TilePlace link={link} />
        <div className={`text12 flex g6 min0 mt4 t3 nw ${css.facts}`}>
          <ShownDate className={classes('num', isOldest && 't1 w540')} time={link.create_date} />
          {tags !== '' && (
            <>
              <span aria-hidden="true">·</span>
              <span className="el" dir="auto">
                {tags}
              </span>
            </>
          )}
        </div>
        {readOnly !== undefined && (
          <div className={`text12 flex g6 min0 mt4 t3 nw ${css.facts}`}>{readOnly}</div>
        )}
        {carried.length > 0 && (
          <div className={`text12 flex g6 min0 mt4 t3 nw ${css.facts}`}>
            {carried.map(({ icon: Glyph, text, isBare }) => (
              <span key={text} className={`row g4 rigid ${css.part}`} title={text}>
                <Glyph className="i s14" />
                <span className={isBare ? 'sr' : undefined}>{text}</span>
              </span>
            ))}
          </div>
        )}
      </div>
      {isTarget && (
        <span className={`row g4 f12 ${css.stays}`}>
          <IconPin className="i s12" />
          {texts.stays}
        </span>
      )}
    </article>
  )
}

/** Returns the name of the collection of a link. */
export function usePlaceName(): (link: Pick<DuplicateLink, 'parent' | 'parent_name'>) => string {
  const { index } = useTree()
  return link =>
    link.parent === index?.root ? collectionsTexts.dashboard : toDisplayName(link.parent_name ?? '')
}

/** The collection of a link and those above it. */
function TilePlace({ link }: { link: DuplicateLink }) {
  const { index } = useTree()
  const entry = index?.entries.get(link.parent)
  const above = index && entry ? listAncestors(index, link.parent).filter(each => each.parent !== null) : []
  return (
    <div className={`row g6 min0 mt4 ${css.place}`}>
      <CollectionGlyph levels={1} counts={entry?.totals ?? []} size={18} />
      <b className="el" dir="auto">
        {usePlaceName()(link)}
      </b>
      <span className="el" dir="auto">
        {above
          .filter(each => each.id !== link.parent)
          .map(each => toDisplayName(each.name))
          .join(' › ')}
      </span>
    </div>
  )
}
