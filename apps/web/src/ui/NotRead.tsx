import { uiTexts } from '@nestmark/texts/ui'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { IconRefresh, IconWifiOff } from './icons.ts'

/** Stands where something could not be read: what, why, and the way to try again. */
export function NotRead({
  title,
  error,
  level,
  onRetry,
}: {
  title: string
  error: Error
  /** 1 where it is the whole page. */
  level?: 1 | 2 | 3
  onRetry: () => void
}) {
  return (
    <EmptyState icon={IconWifiOff} title={title} line={error.message} level={level}>
      <Button icon={IconRefresh} onClick={onRetry}>
        {uiTexts.retry}
      </Button>
    </EmptyState>
  )
}
