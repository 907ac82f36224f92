import { outboxTexts } from '@nestmark/texts/outbox'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { isUnreachable } from '../../lib/api/client.ts'
import { connection } from '../../lib/connection.ts'
import { focusAround } from '../../lib/overlays/overlay.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../fields/Button.tsx'
import { EmptyState } from '../lists/EmptyState.tsx'
import { IconRefresh, IconWifiOff } from '../icons.ts'

/**
 * Returns the title and line for data that could not be loaded. Without a connection they state that the data appears
 * once the connection is back.
 */
export function useLoadErrorTexts(
  title: string,
  error: Error,
): { title: string; line: string; isOffline: boolean } {
  const now = useStore(connection)
  // The texts are shown until the data arrives, which is shortly after the connection is back.
  const [shownState, setShownState] = useState(now)
  if (now !== 'up' && now !== shownState) setShownState(now)
  if (shownState === 'up' || !isUnreachable(error)) return { title, line: error.message, isOffline: false }
  return shownState === 'offline'
    ? {
        title: outboxTexts.notHereOffline,
        line: outboxTexts.notHereOfflineLine,
        isOffline: true,
      }
    : {
        title: outboxTexts.notHereDown,
        line: outboxTexts.notHereDownLine,
        isOffline: true,
      }
}

/** Replaces content that could not be loaded: title, reason and a retry button. */
export function LoadError({
  title,
  error,
  level,
  onRetry,
}: {
  title: string
  error: Error
  /** 1 when it is the entire page. */
  level?: 1 | 2 | 3
  onRetry: () => void
}) {
  const texts = useLoadErrorTexts(title, error)
  return (
    <div role="status">
      <EmptyState icon={IconWifiOff} title={texts.title} line={texts.line} level={level}>
        <Button
          icon={IconRefresh}
          onClick={({ currentTarget }) => {
            focusAround(currentTarget)
            onRetry()
          }}
        >
          {uiTexts.retry}
        </Button>
      </EmptyState>
    </div>
  )
}
