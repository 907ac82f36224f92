import type { Collection } from '@nestmark/contract/shapes'
import type { Pages } from '../../lib/api/pages.ts'
import css from './Cards.module.css'
import { CollectionSkeleton } from './CollectionSkeleton.tsx'
import { CollectionCard } from './CollectionCard.tsx'
import { type FolderSort, ManualOrderContext, useManualOrder } from './manualOrder.ts'
import { NewCollectionCard } from './NewCollectionCard.tsx'
import { useCarousel } from './useCarousel.ts'
import { useIndexOf } from './useIndexOf.ts'
import { useAdjacentFocus } from './useAdjacentFocus.ts'
import { useShowCreated } from './useShowCreated.ts'

/** Shows the subcollections on the phone, in a carousel that scrolls sideways and loads more at its end. */
export function SubcollectionCarousel({
  pages,
  sort,
  parent,
  canAdd,
}: {
  pages: Pages<Collection>
  sort: FolderSort
  parent: string
  canAdd: boolean
}) {
  const indexOf = useIndexOf()
  const adjacentFocus = useAdjacentFocus()
  const manualOrder = useManualOrder(pages, sort)
  const { shown, onScroll } = useCarousel(pages)
  const carousel = useShowCreated(shown)
  if (pages.total === undefined) return <CollectionSkeleton carousel />
  return (
    <ManualOrderContext value={manualOrder}>
      <div ref={carousel} className={css.carousel} onScroll={onScroll} {...adjacentFocus}>
        {shown.map(collection => (
          <CollectionCard
            key={collection._id}
            collection={collection}
            detailed={false}
            index={indexOf(collection)}
          />
        ))}
        {canAdd && <NewCollectionCard parent={parent} detailed={false} />}
      </div>
    </ManualOrderContext>
  )
}
