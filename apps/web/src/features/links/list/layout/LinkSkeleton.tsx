import { linksTexts } from '@nestmark/texts/links/links'
import { SkeletonBox, skeletonOpacity, LoadingState } from '../../../../ui/progress/Skeleton.tsx'

/** The placeholder of a card that is loading. */
export function SkeletonCard({ opacity = 1, index = 0 }: { opacity?: number; index?: number }) {
  return (
    <div style={{ opacity }} aria-hidden="true">
      <SkeletonBox style={{ aspectRatio: '16/10', borderRadius: 9 }} />
      <SkeletonBox style={{ height: 12, width: `${92 - (index % 3) * 8}%`, marginTop: 13 }} />
      <SkeletonBox style={{ height: 12, width: `${56 + (index % 2) * 8}%`, marginTop: 8 }} />
      <SkeletonBox style={{ height: 9, width: '44%', marginTop: 11 }} />
    </div>
  )
}

/** The placeholder of a row that is loading. */
export function SkeletonRow({ opacity = 1 }: { opacity?: number }) {
  return (
    <div
      style={{ opacity, display: 'flex', gap: 12, alignItems: 'center', height: 50, paddingInline: 8 }}
      aria-hidden="true"
    >
      <SkeletonBox style={{ width: 44, height: 30, borderRadius: 5, marginInlineStart: 40 }} />
      <SkeletonBox style={{ width: '38%', height: 12 }} />
    </div>
  )
}

/** The placeholder of a list during the first load. */
export function LinksSkeleton({
  text = linksTexts.looking,
  grid,
  columns,
  gap,
}: {
  text?: string | undefined
  grid: boolean
  columns: number
  gap: number
}) {
  return (
    <LoadingState text={text}>
      {grid ? (
        <div
          style={{
            display: 'grid',
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            gap: `24px ${gap}px`,
          }}
        >
          {Array.from({ length: columns }, (_, index) => (
            <SkeletonCard key={index} index={index} opacity={skeletonOpacity(index)} />
          ))}
        </div>
      ) : (
        Array.from({ length: 6 }, (_, index) => <SkeletonRow key={index} opacity={skeletonOpacity(index)} />)
      )}
    </LoadingState>
  )
}
