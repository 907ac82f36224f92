import { linksTexts as texts } from '@nestmark/texts/links/links'
import { mediaActionTexts } from '@nestmark/texts/links/mediaActions'
import { classes } from '../../../../ui/classes.ts'
import { IconArrowDown, IconArrowUp } from '../../../../ui/icons.ts'
import css from './LinkRow.module.css'
import type { LinkQuery } from '../../listQuery.ts'

/** Shows the column headers of the list. */
export function LinkRowHead({
  showsCollection,
  showsSound,
  query,
}: {
  showsCollection: boolean
  /** Waveform and length replace the tags. */
  showsSound: boolean
  query?: Pick<LinkQuery, 'sort' | 'order'> | undefined
}) {
  const renderArrow = (sort: LinkQuery['sort']) => {
    if (query?.sort !== sort) return null
    return query.order === 1 ? <IconArrowDown className="i s12" /> : <IconArrowUp className="i s12" />
  }
  return (
    <div
      className={classes(
        't3 f12',
        css.header,
        showsCollection && css.withCollection,
        showsSound && css.withSound,
      )}
      aria-hidden="true"
    >
      <span />
      <span />
      <span className="row g4 t1">
        {texts.title}
        {renderArrow('title')}
      </span>
      {showsSound ? (
        <>
          <span className={css.tagsCell}>{mediaActionTexts.soundColumn}</span>
          <span className={css.tagsCell}>{mediaActionTexts.lengthColumn}</span>
        </>
      ) : (
        <span className={css.tagsCell}>{texts.tags}</span>
      )}
      {showsCollection && <span className={css.collectionCell}>{texts.collection}</span>}
      <span className="row g4 t1">
        {texts.added}
        {renderArrow('date')}
      </span>
      <span />
    </div>
  )
}
