import { type UIEvent, useEffect, useState } from 'react'
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
import { useIndexOf } from '../useSharedTree.ts'
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

const step = 10

/** Returns the items of a carousel: a few at first, more when the user scrolls near its end. */
function useCarousel<T>(pages: Pages<T>) {
  const [limit, setLimit] = useState(step)
  const { show, total = 0 } = pages
  const shownCount = Math.min(total, limit)
  useEffect(() => {
    if (shownCount > 0) show(0, shownCount - 1)
  }, [shownCount, show])
  const onScroll = (event: UIEvent<HTMLElement>) => {
    const { scrollLeft, scrollWidth, clientWidth } = event.currentTarget
    if (scrollWidth - Math.abs(scrollLeft) - clientWidth < clientWidth && limit < total)
      setLimit(current => current + step)
  }
  const shown = Array.from({ length: shownCount }, (_, position) => pages.at(position)).filter(
    one => one !== undefined,
  )
  return { shown, onScroll }
}
