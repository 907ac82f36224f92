import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { classes } from '../../../ui/classes.ts'
import { SkeletonBox, skeletonOpacity, LoadingState } from '../../../ui/progress/Skeleton.tsx'
import css from './Cards.module.css'

/**
 * The placeholder of a collection grid or carousel during the first load. It has the height of the cards that follow,
 * so the content below does not move.
 */
export function CollectionSkeleton({
  detailed = false,
  carousel = false,
  columns,
  hasSecondRow = false,
}: {
  detailed?: boolean
  carousel?: boolean
  /** How many cards fit side by side; 0 before the measurement. */
  columns?: number
  /** A second row of compact cards follows. */
  hasSecondRow?: boolean
}) {
  const perRow = columns || 4
  const style = columns ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined
  const rows = hasSecondRow && !detailed ? 2 : 1
  return (
    <LoadingState text={collectionsTexts.looking} isOverlaid>
      <div className={carousel ? css.carousel : css.grid} style={style}>
        <SkeletonCards count={carousel ? 2 : perRow * rows} detailed={detailed} />
      </div>
      {hasSecondRow && detailed && (
        <div className={classes(css.grid, css.secondRow)} style={style}>
          <SkeletonCards count={perRow} detailed={false} />
        </div>
      )}
    </LoadingState>
  )
}

function SkeletonCards({ count, detailed }: { count: number; detailed: boolean }) {
  return Array.from({ length: count }, (_, nth) => (
    <span key={nth} style={{ opacity: skeletonOpacity(nth) }}>
      <SkeletonBox style={{ height: detailed ? 172 : 54, borderRadius: detailed ? 12 : 10 }} />
    </span>
  ))
}
