import { SkeletonBox, skeletonOpacity } from '../../../ui/progress/Skeleton.tsx'
import css from './HighlightGroup.module.css'

const widths = [
  ['96%', '90%', '52%'],
  ['92%', '94%', '38%'],
  ['88%', '72%', '60%'],
] as const

/** The place of a page with highlights that is loading. */
export function HighlightSkeleton({ index }: { index: number }) {
  return (
    <div className={css.group} style={{ opacity: skeletonOpacity((index % 3) * 2) }} aria-hidden="true">
      <div className={css.skeletonPage}>
        <SkeletonBox style={{ width: 72, height: 45, borderRadius: 6 }} />
        <SkeletonBox style={{ width: 150, height: 10, marginTop: 12 }} />
      </div>
      <div className={css.skeletonList}>
        {widths[index % 3]?.map(width => (
          <SkeletonBox key={width} style={{ width, maxWidth: 560, height: 12, marginTop: 12 }} />
        ))}
      </div>
    </div>
  )
}
