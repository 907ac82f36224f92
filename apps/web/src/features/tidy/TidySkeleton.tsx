import { tidyTexts as texts } from '@nestmark/texts/tidy'
import { LoadingState, SkeletonBox, skeletonOpacity } from '../../ui/Skeleton.tsx'

/** The place of the rows while they are loading. */
export function TidySkeleton() {
  return (
    <LoadingState text={texts.looking}>
      {[0, 1, 2, 3, 4].map(index => (
        <div key={index} style={{ opacity: skeletonOpacity(index), padding: '8px 0' }}>
          <SkeletonBox style={{ height: 36, width: '100%' }} />
        </div>
      ))}
    </LoadingState>
  )
}
