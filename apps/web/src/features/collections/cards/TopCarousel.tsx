import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { uiTexts } from '@nestmark/texts/ui'
import { useEffect } from 'react'
import { listLoaded, type Pages } from '../../../lib/api/pages.ts'
import { usePhone } from '../../../lib/media/media.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { stored } from '../../../lib/browser/storage.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconRefresh } from '../../../ui/icons.ts'
import { useLoadErrorTexts } from '../../../ui/progress/LoadError.tsx'
import { CollectionSkeleton } from './CollectionSkeleton.tsx'
import { CollectionCard } from './CollectionCard.tsx'
import css from './Cards.module.css'
import { useTree } from '../data.ts'
import { type FolderSort, ManualOrderContext, useManualOrder } from '../manualOrder.ts'
import { NewCollectionCard } from './NewCollectionCard.tsx'
import { useColumns } from './useColumns.ts'
import { useAdjacentFocus } from '../tree/useAdjacentFocus.ts'
import { useShowCreated } from '../tree/useShowCreated.ts'

/** The maximum on the phone; 'View All' shows the others. */
const maxOnPhone = 12

/**
 * Shows the first collections on the dashboard, in the chosen order: a row of detailed and a row of compact cards, or
 * two rows of compact cards. The last card creates a collection. On the phone it is a carousel that scrolls sideways.
 */
export function TopCarousel({
  pages,
  detailed,
  selection,
  sort,
}: {
  pages: Pages<Collection>
  detailed: boolean
  selection: Selection<Collection>
  sort: FolderSort
}) {
  const { index } = useTree()
  const phone = usePhone()
  const adjacentFocus = useAdjacentFocus()
  const manualOrder = useManualOrder(pages, sort)
  const { box, columns } = useColumns()
  const { total } = pages
  const expectedCount = useExpectedCount(total)
  const shownCount = Math.min(total ?? 0, phone ? maxOnPhone : columns * 2 - 1)
  const shown = listLoaded(pages, shownCount)
  const carousel = useShowCreated(shown)
  const renderCard = (collection: Collection, isDetailed: boolean) => (
    <CollectionCard
      key={collection._id}
      collection={collection}
      detailed={isDetailed}
      showsUpdate={sort === 'date'}
      index={index}
      selection={selection}
    />
  )
  if (pages.error) return <CarouselError error={pages.error} onRetry={pages.retry} />
  if (phone)
    return total === undefined ? (
      <CollectionSkeleton detailed={detailed} carousel />
    ) : (
      <ManualOrderContext value={manualOrder}>
        <div ref={carousel} className={css.carousel} {...adjacentFocus}>
          {shown.map(collection => renderCard(collection, detailed))}
          <NewCollectionCard detailed={detailed} />
        </div>
      </ManualOrderContext>
    )
  const detailedCards = detailed ? shown.slice(0, columns) : []
  const compactCards = detailed ? shown.slice(columns) : shown
  const style = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
  return (
    <div ref={box} {...adjacentFocus}>
      {total === undefined || columns === 0 ? (
        <CollectionSkeleton
          detailed={detailed && expectedCount > 0}
          columns={columns}
          hasSecondRow={expectedCount >= columns}
        />
      ) : (
        <ManualOrderContext value={manualOrder}>
          {detailedCards.length > 0 && (
            <div className={css.grid} style={style}>
              {detailedCards.map(collection => renderCard(collection, true))}
              {detailedCards.length < columns && <NewCollectionCard detailed />}
            </div>
          )}
          {(detailedCards.length === 0 || detailedCards.length === columns) && (
            <div className={classes(css.grid, detailedCards.length > 0 && css.secondRow)} style={style}>
              {compactCards.map(collection => renderCard(collection, false))}
              <NewCollectionCard detailed={false} />
            </div>
          )}
        </ManualOrderContext>
      )}
    </div>
  )
}

/** Returns the number of collections of the last load, of which the placeholder has the height; before the first, one. */
function useExpectedCount(total: number | undefined): number {
  useEffect(() => {
    if (total !== undefined) stored.write('top_collections', total)
  }, [total])
  return stored.read<number>('top_collections') ?? 1
}

function CarouselError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { title, line, isOffline: away } = useLoadErrorTexts(texts.failed, error)
  return (
    <p className={`row wrap g12 ${css.error}`} role={away ? 'status' : 'alert'}>
      {title}. {line}
      <Button size="sm" icon={IconRefresh} onClick={onRetry}>
        {uiTexts.retry}
      </Button>
    </p>
  )
}
