import { collectionsTexts } from '@nestmark/texts/collections'
import { SkeletonBox, skeletonOpacity, LoadingState } from '../../ui/Skeleton.tsx'
import css from './Cards.module.css'

/** The placeholder of a collection grid during the first load. */
export function CollectionSkeleton({ detailed, count = 4 }: { detailed: boolean; count?: number }) {
  return (
    <LoadingState text={collectionsTexts.looking}>
      <div className={css.grid}>
        {Array.from({ length: count }, (_, nth) => (
          <span key={nth} style={{ opacity: skeletonOpacity(nth) }}>
            <SkeletonBox style={{ height: detailed ? 172 : 54, borderRadius: detailed ? 12 : 10 }} />
          </span>
        ))}
      </div>
    </LoadingState>
  )
}
