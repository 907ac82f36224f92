import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import type { MouseEvent } from 'react'
import { Link } from '../../../lib/router/links.tsx'
import { formatDate, isoDate } from '../../../lib/dates.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { classes } from '../../../ui/classes.ts'
import { IconStarFilled } from '../../../ui/icons.ts'
import { Marks } from '../../../ui/marks/Marks.tsx'
import { CollectionGlyph } from '../../../ui/marks/CollectionGlyph.tsx'
import { OwnerMark } from '../../../ui/marks/OwnerMark.tsx'
import { SharingMark } from '../../../ui/marks/SharingMark.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import css from './Cards.module.css'
import { CollectionMenu } from '../menu/CollectionMenu.tsx'
import { formatCollectionName } from '../data.ts'
import { CardPreview } from './CardPreview.tsx'
import { type Content, readContent } from './collectionContent.ts'
import { getSharingState, type SharingState, type TreeIndex } from '../tree/tree.ts'
import { useCardInput } from './useCardInput.ts'

/** Shows a collection as a detailed card with pictures, or as a compact row with its nest icon. */
export function CollectionCard({
  collection,
  detailed,
  showsUpdate = false,
  index,
  selection,
}: {
  collection: Collection
  detailed: boolean
  /** Shows the date of the last change instead of the creation, because the list is sorted by it. */
  showsUpdate?: boolean
  /** The tree, when it is loaded. It provides the counts of all descendants and the number of levels. */
  index: TreeIndex | undefined
  selection?: Selection<Collection>
}) {
  const content = readContent(collection, index?.entries.get(collection._id))
  // Without those of its descendants, where these are not known.
  const { levels, counts } = content ?? {
    levels: Math.min(collection.folder_count, 1),
    counts: collection.category_counts,
  }
  const selecting = selection?.active ?? false
  const selected = selection?.has(collection._id) ?? false
  const { isDragged, isOver, count, props } = useCardInput(collection, selection, index)
  const onClick = (event: MouseEvent) => {
    if (!selecting) return
    event.preventDefault()
    selection?.toggle(collection)
  }
  const meta = <CardMeta collection={collection} content={content} />
  const sharing = index ? getSharingState(index, collection._id) : null
  const heading = <CardHeading collection={collection} sharing={sharing} onClick={onClick} />
  const checkbox = selecting && (
    <Checkbox
      label={texts.selectOne(formatCollectionName(collection))}
      checked={selected}
      className={detailed ? css.checkbox : css.aboveLink}
      onChange={() => selection?.toggle(collection)}
    />
  )
  const dropHint = isOver && <span className={`acc nw w560 ${css.dropHint}`}>{texts.dropHere(count)}</span>
  return (
    <article
      {...props}
      className={classes(
        'min0 rel',
        css.card,
        detailed ? css.detailed : `row ${css.compact}`,
        isOver && css.dropTarget,
        selected && css.selected,
        isDragged && css.dragged,
      )}
    >
      {detailed && checkbox}
      {detailed ? (
        <>
          <CardPreview thumbnails={collection.thumbnails} {...{ levels, counts }} />
          <div className={css.label}>
            {heading}
            <span className={classes('text12 t3', css.meta, 'num')}>
              {dropHint || (
                <>
                  {meta}
                  <CardDate collection={collection} showsUpdate={showsUpdate} />
                </>
              )}
            </span>
          </div>
        </>
      ) : (
        <>
          {checkbox || <CollectionGlyph levels={levels + 1} counts={counts} />}
          <div className="grow">
            {heading}
            <div
              className={classes(
                'text12 t3',
                css.meta,
                'num',
                collection.owner_name === undefined ? 'el' : 'flex g4 nw',
              )}
            >
              {meta}
            </div>
          </div>
        </>
      )}
      {dropHint && !detailed ? (
        dropHint
      ) : selecting ? null : (
        <CollectionMenu
          collection={collection}
          hasKeys
          button={{ small: true, iconClass: '', className: detailed ? css.more : css.aboveLink }}
        />
      )}
    </article>
  )
}

function CardHeading({
  collection,
  sharing,
  onClick,
}: {
  collection: Collection
  sharing: SharingState | null
  onClick: (event: MouseEvent) => void
}) {
  return (
    <span className="row g6">
      <Link
        data-main
        to={`/c/${collection._id}`}
        className={classes('el covers', css.name, css.link)}
        dir="auto"
        draggable={false}
        onClick={onClick}
      >
        <Marks text={formatCollectionName(collection)} />
      </Link>
      {collection.favourite === 1 && <IconStarFilled className="i s12 acc" />}
      {sharing && <SharingMark sharing={sharing} />}
    </span>
  )
}

/** The counts of a card, which include all descendants as in the tree row of the collection, and its owner. */
function CardMeta({ collection, content }: { collection: Collection; content: Content | null }) {
  return (
    <>
      {content && (
        <span
          title={
            content.links === collection.links_count ? undefined : texts.directly(collection.links_count)
          }
        >
          {texts.links(content.links)}
        </span>
      )}
      {content !== null && content.collections > 0 && (
        <>
          <span aria-hidden="true"> · </span>
          <span>{texts.collections(content.collections)}</span>
        </>
      )}
      {collection.owner_name !== undefined && (
        <OwnerMark
          name={collection.owner_name}
          role={collection.role === 'read' || collection.role === 'write' ? collection.role : undefined}
        />
      )}
    </>
  )
}

function CardDate({ collection, showsUpdate }: { collection: Collection; showsUpdate: boolean }) {
  const { create_date: created, update_date: updated } = collection
  const date = showsUpdate ? updated : created
  return (
    <time
      className={`nw push ${css.date}`}
      dateTime={isoDate(date)}
      title={texts.dates(formatDate(created), formatDate(updated))}
    >
      {formatDate(date)}
    </time>
  )
}
