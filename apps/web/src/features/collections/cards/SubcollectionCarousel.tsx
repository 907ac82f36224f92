import type { Collection } from '@nestmark/contract/shapes'
import type { Pages } from '../../../lib/api/pages.ts'
import { usePhone } from '../../../lib/media/media.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import css from './Cards.module.css'
import { CollectionSkeleton } from './CollectionSkeleton.tsx'
import { CollectionCard } from './CollectionCard.tsx'
import { type FolderSort, ManualOrderContext, useManualOrder } from '../manualOrder.ts'
import { NewCollectionCard } from './NewCollectionCard.tsx'
import stripCss from './Strip.module.css'
import { StripButtons } from './StripButtons.tsx'
import { useCarousel } from './useCarousel.ts'
import { useIndexOf } from '../useIndexOf.ts'
import { useAdjacentFocus } from '../tree/useAdjacentFocus.ts'
import { useShowCreated } from '../tree/useShowCreated.ts'

/**
 * Shows subcollections in a strip that scrolls sideways and loads more at its end: on the phone compact cards, in a wide
 * window detailed ones with buttons that scroll.
 */
export function SubcollectionCarousel({
  pages,
  sort,
  parent,
  canAdd,
  selection,
}: {
  pages: Pages<Collection>
  sort: FolderSort
  parent: string
  /** Its last card creates a collection. */
  canAdd: boolean
  selection?: Selection<Collection> | undefined
}) {
  const phone = usePhone()
  const indexOf = useIndexOf()
  const adjacentFocus = useAdjacentFocus()
  const manualOrder = useManualOrder(pages, sort)
  const { shown, onScroll } = useCarousel(pages)
  const carousel = useShowCreated(shown)
  if (pages.total === undefined) return <CollectionSkeleton carousel={phone} detailed={!phone} />
  return (
    <ManualOrderContext value={manualOrder}>
      <div className="rel">
        <div
          ref={carousel}
          className={phone ? css.carousel : `flex g16 ${stripCss.strip}`}
          onScroll={onScroll}
          {...adjacentFocus}
        >
          {shown.map(collection => (
            <CollectionCard
              key={collection._id}
              collection={collection}
              detailed={!phone}
              showsUpdate={sort === 'date'}
              index={indexOf(collection)}
              {...(selection && { selection })}
            />
          ))}
          {canAdd && <NewCollectionCard parent={parent} detailed={!phone} />}
        </div>
        {!phone && <StripButtons strip={carousel} />}
      </div>
    </ManualOrderContext>
  )
}
