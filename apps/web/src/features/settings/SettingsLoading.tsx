import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { shellTexts } from '@nestmark/texts/shell'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { SkeletonBox, skeletonOpacity, LoadingState as Skeleton } from '../../ui/progress/Skeleton.tsx'

/** The loading or error state of a settings tab. @param level of the heading of an error */
export function SettingsLoading({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error) return <LoadError level={3} title={texts.failed} error={error} onRetry={onRetry} />
  return (
    <Skeleton text={shellTexts.looking}>
      {[0, 1, 2].map(index => (
        <SkeletonBox
          key={index}
          style={{ height: 52, borderRadius: 10, marginBottom: 8, opacity: skeletonOpacity(index) }}
        />
      ))}
    </Skeleton>
  )
}
