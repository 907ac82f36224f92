import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import type { ReactNode } from 'react'
import { Link } from '../../../lib/router/links.tsx'
import { ShownDate } from '../../../ui/marks/ShownDate.tsx'
import { classes } from '../../../ui/classes.ts'
import { CollectionGlyph } from '../../../ui/marks/CollectionGlyph.tsx'
import { OwnerMark } from '../../../ui/marks/OwnerMark.tsx'
import css from './CompactCard.module.css'
import { formatCollectionName, useTree } from '../data.ts'
import type { TreeEntry } from '../tree/tree.ts'

/**
 * Shows a collection outside of its parent: a favourite, a shared or a trashed one. The list is not sorted by its
 * date, so the date has a label.
 */
export function CompactCard({
  collection,
  to,
  owner,
  sharedEntry,
  badge,
  lines,
  leading,
  selected,
  onClick,
  children,
}: {
  collection: Collection
  /** The page that the name opens; undefined in select mode of the trash. */
  to?: string | undefined
  /** The owner of a shared collection, shown instead of the date. */
  owner?: string | undefined
  /** The entry of the collection in the tree of shared collections. */
  sharedEntry?: TreeEntry | undefined
  /** Shown next to the name. */
  badge?: ReactNode
  /** Replace the line below the name; two need a taller card. */
  lines?: readonly ReactNode[]
  /** Replaces the nest icon, for example with a checkbox. */
  leading?: ReactNode
  selected?: boolean
  /** Handles a click anywhere on the card, in select mode. */
  onClick?: () => void
  /** The action buttons. */
  children?: ReactNode
}) {
  const name = formatCollectionName(collection)
  const { inside } = collection
  // A trashed collection is not in the tree.
  const entry = useTree().index?.entries.get(collection._id) ?? sharedEntry
  return (
    <article
      className={classes(
        'row min0 rel',
        css.card,
        lines && lines.length > 1 && css.tall,
        selected && css.selected,
      )}
      onClick={onClick}
    >
      {leading || (
        <CollectionGlyph
          levels={(entry?.levels ?? inside?.levels ?? Math.min(collection.folder_count, 1)) + 1}
          counts={entry?.totals ?? inside?.category_counts ?? collection.category_counts}
        />
      )}
      <div className="grow">
        <div className="row g6">
          <h2 className={`el w560 f14 ${css.name}`} dir="auto" title={name.length > 24 ? name : undefined}>
            {to ? (
              <Link className={css.link} to={to}>
                {name}
              </Link>
            ) : (
              name
            )}
          </h2>
          {badge}
        </div>
        {lines ? (
          lines.map((line, index) => (
            <div key={index} className="el num text12 t3">
              {line}
            </div>
          ))
        ) : (
          // It shrinks and ends with an ellipsis; the owner is not truncated.
          <div className={classes('el num', 'text12 t3', owner !== undefined && 'flex g4')}>
            <span>{texts.links(entry?.total ?? collection.links_count)}</span>{' '}
            {owner === undefined ? (
              <>
                <span aria-hidden="true">· </span>
                {texts.created} <ShownDate time={collection.create_date} />
              </>
            ) : (
              <OwnerMark name={owner} />
            )}
          </div>
        )}
      </div>
      <div className={`flex rel ${css.actions}`}>{children}</div>
    </article>
  )
}
