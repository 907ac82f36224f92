import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, isoDate } from '../../lib/dates.ts'
import { classes } from '../../ui/classes.ts'
import { NestGlyph } from '../../ui/NestGlyph.tsx'
import { OwnerMark } from '../../ui/OwnerMark.tsx'
import css from './DatedCard.module.css'
import { formatCollectionName, useTree } from './data.ts'
import type { TreePlace } from './tree.ts'

/** A collection with its date, outside its tree: a favourite, or something in the trash. */
export function DatedCard({
  collection,
  to,
  owner,
  sharedPlace,
  lead,
  selected,
  onPress,
  children,
}: {
  collection: Collection
  /** Where its name leads; what lies in the trash leads nowhere. */
  to?: string
  /** Whose it is, where others share it; it stands in place of the date. */
  owner?: string | undefined
  /** Where it stands in the tree of what others share. */
  sharedPlace?: TreePlace | undefined
  /** What stands in place of its nest: a tick. */
  lead?: ReactNode
  selected?: boolean
  /** A press anywhere on the card, in select mode. */
  onPress?: () => void
  /** What can be done with it. */
  children: ReactNode
}) {
  const name = formatCollectionName(collection)
  // What lies in the trash is not in the tree, and counts what lies directly in it.
  const place = useTree().index?.places.get(collection._id) ?? sharedPlace
  return (
    <article className={classes(css.card, selected && css.selected)} onClick={onPress}>
      {lead || (
        <NestGlyph
          levels={(place?.levels ?? Math.min(collection.folder_count, 1)) + 1}
          counts={place?.totals ?? collection.category_counts}
        />
      )}
      <div className="grow">
        <h3 className={`el ${css.name}`} dir="auto" title={name.length > 24 ? name : undefined}>
          {to ? (
            <Link className={css.main} to={to}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <div className={classes('el num', css.meta, owner !== undefined && css.owned)}>
          <span>{texts.links(place?.total ?? collection.links_count)}</span>{' '}
          {owner === undefined ? (
            <>
              <span aria-hidden="true">· </span>
              <time dateTime={isoDate(collection.create_date)}>{formatDate(collection.create_date)}</time>
            </>
          ) : (
            <OwnerMark name={owner} />
          )}
        </div>
      </div>
      <div className={css.actions}>{children}</div>
    </article>
  )
}
