import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { type KeyboardEvent, type ReactNode, useCallback, type DragEvent, useState } from 'react'
import type { Pages } from '../../../lib/api/pages.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { LoadError } from '../../../ui/progress/LoadError.tsx'
import { VirtualRows } from '../../../ui/lists/VirtualRows.tsx'
import { CollectionSkeleton } from './CollectionSkeleton.tsx'
import { CollectionCard } from './CollectionCard.tsx'
import css from './Cards.module.css'
import { type FolderSort, ManualOrderContext, useManualOrder, type ManualOrder } from '../manualOrder.ts'
import { NewCollectionCard } from './NewCollectionCard.tsx'
import { useAdjacentFocus } from '../tree/useAdjacentFocus.ts'
import { cardGap, useColumns } from './useColumns.ts'
import { useIndexOf } from '../useSharedTree.ts'
import { drag } from '../../../lib/lists/drag.ts'
import { useStoreSelector } from '../../../lib/store.ts'
import { classes } from '../../../ui/classes.ts'
import gapCss from './DropGap.module.css'

/** Reads the next page when it is nearer than this fraction of the window height (specification 1, section 9). */
const prefetchMargin = 0.4

/** Shows a list of collections of any length as a grid. Only visible rows are read and rendered. */
export function CollectionGrid({
  pages,
  detailed,
  selection,
  parent,
  canAdd,
  sort,
  empty,
}: {
  pages: Pages<Collection>
  detailed: boolean
  selection?: Selection<Collection>
  /** The collection in which a new one is created. */
  parent?: string
  canAdd: boolean
  /** With 'date', cards show when they were last changed; with 'hand', they can be reordered. */
  sort?: FolderSort
  empty?: ReactNode
}) {
  const indexOf = useIndexOf()
  const { box, columns } = useColumns()
  const { show, total, at } = pages
  const adjacentFocus = useAdjacentFocus()
  const manualOrder = useManualOrder(pages, sort ?? 'date')
  const onVisibleRange = useCallback(
    (first: number, last: number) => show(first * columns, (last + 1) * columns - 1),
    [show, columns],
  )

  if (pages.error) return <LoadError title={texts.failed} error={pages.error} onRetry={pages.retry} />
  if (total === 0 && empty) return empty
  // The last card creates a collection.
  const count = (total ?? 0) + (canAdd ? 1 : 0)
  const renderRow = (row: number) => (
    <div
      className={css.grid}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap: cardGap }}
    >
      {Array.from({ length: Math.min(columns, count - row * columns) }, (_, i) => {
        const position = row * columns + i
        if (position >= (total ?? 0))
          return <NewCollectionCard key="new" parent={parent} detailed={detailed} />
        const collection = at(position)
        if (!collection) return <div key={position} />
        const card = (
          <CollectionCard
            key={collection._id}
            collection={collection}
            detailed={detailed}
            showsUpdate={sort === 'date'}
            index={indexOf(collection)}
            selection={selection}
          />
        )
        if (!manualOrder || collection.parent === null) return card
        return (
          <div key={collection._id} className="min0 rel" data-id={collection._id}>
            <DropGap before={collection._id} parent={collection.parent} manualOrder={manualOrder} />
            {card}
          </div>
        )
      })}
    </div>
  )
  // Alt and an arrow key move the focused card, which retains the focus.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!manualOrder || !event.altKey) return
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-id]')?.dataset.id
    const direction = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const steps = { ArrowLeft: -direction, ArrowRight: direction, ArrowUp: -columns, ArrowDown: columns }[
      event.key
    ]
    if (id === undefined || steps === undefined) return
    event.preventDefault()
    manualOrder.moveBy(id, steps)
  }
  return (
    <ManualOrderContext value={manualOrder}>
      <div ref={box} onKeyDown={onKeyDown} {...adjacentFocus}>
        {total === undefined || columns === 0 ? (
          // As below each row of cards.
          <div style={{ paddingBottom: cardGap }}>
            <CollectionSkeleton detailed={detailed} columns={columns} />
          </div>
        ) : (
          <VirtualRows
            count={Math.ceil(count / columns)}
            height={(detailed ? 172 : 54) + cardGap}
            onVisibleRange={onVisibleRange}
            overscanRatio={prefetchMargin}
            row={renderRow}
          />
        )}
      </div>
    </ManualOrderContext>
  )
}

/** The gap before a card in the manual order: a collection dropped here moves to this position. */
function DropGap({
  before,
  parent,
  manualOrder,
}: {
  before: string
  parent: string
  manualOrder: ManualOrder
}) {
  const [isDragOver, setDragOver] = useState(false)
  const draggedId = useStoreSelector(drag, content =>
    content?.collections.length === 1 &&
    content.links.length === 0 &&
    content.collections[0]?.parent === parent
      ? content.collections[0]._id
      : null,
  )
  if (draggedId === null || draggedId === before) return null
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'move'
    setDragOver(true)
  }
  return (
    <span
      className={classes(gapCss.gap, isDragOver && gapCss.dragOver)}
      aria-hidden="true"
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={() => setDragOver(false)}
      onDrop={event => {
        event.preventDefault()
        event.stopPropagation()
        drag.set(null)
        setDragOver(false)
        manualOrder.moveBefore(draggedId, before)
      }}
    />
  )
}
