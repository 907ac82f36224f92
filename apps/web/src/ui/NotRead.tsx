import { outboxTexts } from '@nestmark/texts/outbox'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { isUnreachable } from '../lib/api/client.ts'
import { connection } from '../lib/connection.ts'
import { useStore } from '../lib/store.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { IconRefresh, IconWifiOff } from './icons.ts'

/** What is said where something could not be read: calmly where only the network is missing, for then it comes by itself. */
export function useNotReadWords(title: string, error: Error): { title: string; line: string; away: boolean } {
  const now = useStore(connection)
  // The words stay until what was missing is here, which is a moment after the network is.
  const [was, setWas] = useState(now)
  if (now !== 'up' && now !== was) setWas(now)
  if (was === 'up' || !isUnreachable(error)) return { title, line: error.message, away: false }
  return was === 'offline'
    ? {
        title: outboxTexts.notHereOffline,
        line: outboxTexts.notHereOfflineLine,
        away: true,
      }
    : {
        title: outboxTexts.notHereDown,
        line: outboxTexts.notHereDownLine,
        away: true,
      }
}

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
  const words = useNotReadWords(title, error)
  return (
    <div role="status">
      <EmptyState icon={IconWifiOff} title={words.title} line={words.line} level={level}>
        <Button icon={IconRefresh} onClick={onRetry}>
          {uiTexts.retry}
        </Button>
      </EmptyState>
    </div>
  )
}
