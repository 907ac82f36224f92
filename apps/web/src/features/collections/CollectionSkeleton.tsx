import { collectionsTexts } from '@nestmark/texts/collections'
import { SkeletonBox, skeletonOpacity, LoadingState } from '../../ui/Skeleton.tsx'
import css from './Cards.module.css'

/**
 * The placeholder of a collection grid or carousel during the first load. It has the height of the cards that follow,
 * so the content below does not move.
 */
export function CollectionSkeleton({
  detailed = false,
  carousel = false,
}: {
  detailed?: boolean
  carousel?: boolean
}) {
  return (
    <LoadingState text={collectionsTexts.looking} isOverlaid>
      <div className={carousel ? css.carousel : css.grid}>
        {Array.from({ length: carousel ? 2 : 4 }, (_, nth) => (
          <span key={nth} style={{ opacity: skeletonOpacity(nth) }}>
            <SkeletonBox style={{ height: detailed ? 172 : 54, borderRadius: detailed ? 12 : 10 }} />
          </span>
        ))}
      </div>
    </LoadingState>
  )
}
