import { CollectionLink } from './CollectionLink.tsx'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { memo } from 'react'
import { ShownDate } from '../../../../ui/marks/ShownDate.tsx'
import { isLocked } from '@nestmark/client/encryption/sealedLink'
import { usePhone } from '../../../../lib/media/media.ts'
import { toPlayable } from '../../../../lib/media/playable.ts'
import { useSoundStatus } from '../../../../lib/media/sound.ts'
import { toCategoryLook } from '../../../../ui/marks/categories.ts'
import { classes } from '../../../../ui/classes.ts'
import { IconStarFilled } from '../../../../ui/icons.ts'
import { Excerpt } from '../../../../ui/marks/Marks.tsx'
import { OwnerMark } from '../../../../ui/marks/OwnerMark.tsx'
import { Tag } from '../../../../ui/marks/Tag.tsx'
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx'
import { LinkLock } from '../../../encryption/LinkLock.tsx'
import { LinkActions } from './LinkActions.tsx'
import { CategoryLink } from './LinkCard.tsx'
import type { LinkItemProps } from './linkItem.ts'
import { LinkItemTitle } from './LinkItemTitle.tsx'
import css from './LinkRow.module.css'
import { formatSource, formatTitle } from '../../linkDisplay.ts'
import { LevelBars, SoundButton } from './SoundButton.tsx'
import { RowSound } from './RowSound.tsx'
import { useMatchReason } from './matchReason.ts'
import { MiniThumb } from './Thumb.tsx'
import { useLinkDrag } from '../tools/useLinkDrag.ts'

const maxTags = 2

/** Shows a link as a row of the list. */
export const LinkRow = memo(function LinkRow(props: LinkItemProps) {
  const { link, index, showsCollection, showsSound, rootId, selecting, selected, onToggle, onPeek, peeked } =
    props
  const phone = usePhone()
  const { dragProps, isDragged } = useLinkDrag(props)
  const playsHere = !selecting && link.is_trash === 0 && toPlayable(link)?.kind === 'sound'
  const isCurrent = useSoundStatus(link._id) !== null
  return (
    <article
      {...dragProps}
      data-place={index}
      aria-current={peeked || undefined}
      className={classes(
        css.row,
        showsCollection && css.withCollection,
        showsSound && css.withSound,
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
            label={texts.selectOne(formatTitle(link))}
            checked={selected}
            className={css.checkbox}
            onChange={({ shift }) => onToggle(index, shift)}
          />
        )}
      </span>
      {playsHere ? <SoundButton link={link} className={css.play} /> : <MiniThumb link={link} />}
      <div className="grow">
        <h3 className="row g6">
          <LinkItemTitle
            {...{ link, index, selecting, onToggle }}
            className={classes(css.title, !phone && 'el', isCurrent && 'acc', isLocked(link) && css.locked)}
            dir="auto"
          />
          <LevelBars id={link._id} />
          {link.favourite === 1 && (
            <span className="acc" role="img" aria-label={texts.isFavourite}>
              <IconStarFilled className="i s12" />
            </span>
          )}
        </h3>
        <RowMeta link={link} />
      </div>
      {showsSound ? <RowSound link={link} /> : <RowTags link={link} />}
      {showsCollection && (
        <div className={css.collectionCell}>
          <CollectionLink link={link} isInRoot={link.parent === rootId} className={css.collection} />
        </div>
      )}
      <ShownDate className={classes('num', 't3 nw', css.dateCell)} time={link.create_date} />
      {selecting ? (
        <span />
      ) : (
        <LinkActions
          link={link}
          offersUnlock
          className={css.actions}
          onSelect={() => onToggle(index, false)}
          onPeek={onPeek && (() => onPeek(link, index))}
        />
      )}
    </article>
  )
})

type RowLink = LinkItemProps['link']

/** Shows the line below the title: category, source, the match of a search and the owner. */
function RowMeta({ link }: { link: RowLink }) {
  const phone = usePhone()
  const reason = useMatchReason(link)
  return (
    <div className={`row text12 t3 ${css.meta}`}>
      <CategoryLink link={link} />
      {/* On a phone, the reason of a match is more useful than source and date. */}
      {!(reason && phone) && <span className={reason ? 'nw' : 'el'}>{formatSource(link)}</span>}
      {reason && (
        <>
          {!phone && formatSource(link) !== '' && <span aria-hidden="true">·</span>}
          <span className="nw">{reason}</span>
          {link.excerpt && <span aria-hidden="true">·</span>}
        </>
      )}
      {link.excerpt && (
        <span className="el" dir="auto">
          <Excerpt parts={link.excerpt.parts} />
        </span>
      )}
      {link.owner_name !== undefined && <OwnerMark name={link.owner_name} />}
      <LinkLock link={link} />
      {!reason && (
        <span className={css.phoneOnly}>
          <span aria-hidden="true">·</span>
          <ShownDate className="nw" time={link.create_date} />
        </span>
      )}
    </div>
  )
}

/** Shows the first tags, and the number of the others. */
function RowTags({ link }: { link: RowLink }) {
  const hiddenCount = link.tags.length - maxTags
  return (
    <div className={css.tagsCell}>
      <div className={`row g4 ${css.tags}`}>
        {link.tags.slice(0, maxTags).map(tag => (
          <Tag key={tag._id} name={tag.name} />
        ))}
        {hiddenCount > 0 && (
          <span
            className="t3 rigid f12"
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
  )
}
