import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { type KeyboardEvent, type ReactNode, useCallback } from 'react'
import type { Pages } from '../../lib/api/pages.ts'
import type { Selection } from '../../lib/selection.ts'
import { NotRead } from '../../ui/NotRead.tsx'
import { VirtualRows } from '../../ui/VirtualRows.tsx'
import { CollectionSkeleton } from './CollectionSkeleton.tsx'
import { CollectionCard } from './CollectionCard.tsx'
import css from './Cards.module.css'
import { useTree } from './data.ts'
import { type FolderSort, HandOrderContext, useHandOrder } from './handOrder.ts'
import { NewCollection } from './NewCollection.tsx'
import { PlaceHere } from './PlaceHere.tsx'
import gapCss from './PlaceHere.module.css'
import type { TreeIndex } from './tree.ts'
import { cardGap, useColumns } from './useColumns.ts'

/** Reads the next page when it is nearer than this share of the window height (specification 1, section 9). */
const askAhead = 0.4

/** Shows a list of collections of any length as a grid. Only visible rows are read and rendered. */
export function CollectionGrid({
  pages,
  detailed,
  selection,
  parent,
  canAdd,
  sort = 'date',
  shared,
  empty,
}: {
  pages: Pages<Collection>
  detailed: boolean
  selection?: Selection<Collection>
  /** The collection in which a new one is created. */
  parent?: string
  canAdd: boolean
  /** With 'hand', cards can be reordered. */
  sort?: FolderSort
  /** The tree of shared collections, where the list mixes them with the user's own. */
  shared?: TreeIndex | undefined
  empty?: ReactNode
}) {
  const { index } = useTree()
  const { box, columns } = useColumns()
  const { show, total, at } = pages
  const order = useHandOrder(pages, sort)
  const sight = useCallback(
    (first: number, last: number) => show(first * columns, (last + 1) * columns - 1),
    [show, columns],
  )

  if (pages.error) return <NotRead title={texts.failed} error={pages.error} onRetry={pages.retry} />
  if (total === 0 && empty) return empty
  // The last card creates a collection.
  const count = (total ?? 0) + (canAdd ? 1 : 0)
  const line = (row: number) => (
    <div
      className={css.grid}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap: cardGap }}
    >
      {Array.from({ length: Math.min(columns, count - row * columns) }, (_, i) => {
        const place = row * columns + i
        if (place >= (total ?? 0)) return <NewCollection key="new" parent={parent} detailed={detailed} />
        const collection = at(place)
        if (!collection) return <div key={place} />
        const card = (
          <CollectionCard
            key={collection._id}
            collection={collection}
            detailed={detailed}
            index={collection.owner_name === undefined ? index : shared}
            selection={selection}
          />
        )
        if (!order || collection.parent === null) return card
        return (
          <div key={collection._id} className={gapCss.cell} data-id={collection._id}>
            <PlaceHere before={collection._id} parent={collection.parent} order={order} />
            {card}
          </div>
        )
      })}
    </div>
  )
  // Alt and an arrow key move the focused card, which keeps the focus.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!order || !event.altKey) return
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-id]')?.dataset.id
    const way = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const steps = { ArrowLeft: -way, ArrowRight: way, ArrowUp: -columns, ArrowDown: columns }[event.key]
    if (id === undefined || steps === undefined) return
    event.preventDefault()
    order.by(id, steps)
  }
  return (
    <HandOrderContext value={order}>
      <div ref={box} onKeyDown={onKeyDown}>
        {total === undefined || columns === 0 ? (
          <CollectionSkeleton detailed={detailed} />
        ) : (
          <VirtualRows
            count={Math.ceil(count / columns)}
            height={(detailed ? 172 : 54) + cardGap}
            onSight={sight}
            ahead={askAhead}
            row={line}
          />
        )}
      </div>
    </HandOrderContext>
  )
}
