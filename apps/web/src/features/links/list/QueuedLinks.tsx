import { laterPart } from '../../../lib/lazy.ts'
import type { QueuedMutation } from '../../../lib/outbox/queue.ts'

interface QueuedLinksProps {
  entries: readonly QueuedMutation[]
}
const QueuedList = laterPart<QueuedLinksProps>(() => import('./QueuedList.tsx'))

/** The new links that wait to be sent. */
export function QueuedLinks({ entries }: QueuedLinksProps) {
  return entries.length > 0 && <QueuedList entries={entries} />
}
