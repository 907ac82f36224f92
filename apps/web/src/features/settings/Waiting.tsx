import { settingsTexts as texts } from '@nestmark/texts/settings'
import { shellTexts } from '@nestmark/texts/shell'
import { LoadError } from '../../ui/LoadError.tsx'
import { SkeletonBox, skeletonOpacity, LoadingState as Skeleton } from '../../ui/Skeleton.tsx'

/** A part of the settings that is on its way, or did not come. */
export function Waiting({ error, again }: { error: Error | null; again: () => void }) {
  if (error) return <LoadError level={3} title={texts.failed} error={error} onRetry={again} />
  return (
    <Skeleton text={shellTexts.looking}>
      {[0, 1, 2].map(nth => (
        <SkeletonBox
          key={nth}
          style={{ height: 52, borderRadius: 10, marginBottom: 8, opacity: skeletonOpacity(nth) }}
        />
      ))}
    </Skeleton>
  )
}
