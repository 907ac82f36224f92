import type { Collection } from '@nestmark/contract/shapes'
import type { Pages } from '../../lib/api/pages.ts'
import css from './Cards.module.css'
import { CollectionSkeleton } from './CollectionSkeleton.tsx'
import { CollectionCard } from './CollectionCard.tsx'
import { useTree } from './data.ts'
import { type FolderSort, HandOrderContext, useHandOrder } from './handOrder.ts'
import { NewCollection } from './NewCollection.tsx'
import { useCarousel } from './useCarousel.ts'

/** Shows the subcollections on the phone, in a carousel that scrolls sideways and loads more at its end. */
export function InnerCarousel({
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
  const { index } = useTree()
  const order = useHandOrder(pages, sort)
  const { shown, onScroll } = useCarousel(pages)
  if (pages.total === undefined) return <CollectionSkeleton detailed={false} count={1} />
  return (
    <HandOrderContext value={order}>
      <div className={css.shelf} onScroll={onScroll}>
        {shown.map(collection => (
          <CollectionCard key={collection._id} collection={collection} detailed={false} index={index} />
        ))}
        {canAdd && <NewCollection parent={parent} detailed={false} />}
      </div>
    </HandOrderContext>
  )
}
