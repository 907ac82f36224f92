import { linksTexts } from '@nestmark/texts/links'
import { SkeletonBox, skeletonOpacity, LoadingState } from '../../ui/Skeleton.tsx'

/** The placeholder of a card that is loading. */
export function BoneCard({ pale = 1, nth = 0 }: { pale?: number; nth?: number }) {
  return (
    <div style={{ opacity: pale }} aria-hidden="true">
      <SkeletonBox style={{ aspectRatio: '16/10', borderRadius: 9 }} />
      <SkeletonBox style={{ height: 12, width: `${92 - (nth % 3) * 8}%`, marginTop: 13 }} />
      <SkeletonBox style={{ height: 12, width: `${56 + (nth % 2) * 8}%`, marginTop: 8 }} />
      <SkeletonBox style={{ height: 9, width: '44%', marginTop: 11 }} />
    </div>
  )
}

/** The placeholder of a row that is loading. */
export function BoneRow({ pale = 1 }: { pale?: number }) {
  return (
    <div
      style={{ opacity: pale, display: 'flex', gap: 12, alignItems: 'center', height: 50, paddingInline: 8 }}
      aria-hidden="true"
    >
      <SkeletonBox style={{ width: 44, height: 30, borderRadius: 5, marginInlineStart: 40 }} />
      <SkeletonBox style={{ width: '38%', height: 12 }} />
    </div>
  )
}

/** The placeholder of a list during the first load. */
export function LinksWaiting({
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
          {Array.from({ length: columns }, (_, nth) => (
            <BoneCard key={nth} nth={nth} pale={skeletonOpacity(nth)} />
          ))}
        </div>
      ) : (
        Array.from({ length: 6 }, (_, nth) => <BoneRow key={nth} pale={skeletonOpacity(nth)} />)
      )}
    </LoadingState>
  )
}
