import { useState } from 'react'
import { waitUntilFetched } from '../../lib/api/queryClient.ts'
import type { Leave } from './item.ts'

/**
 * Hides items from the start of their action until the lists have been read again, so that a second key does not meet them
 * again. One whose action was refused or undone is shown again.
 */
export function useLeaving(): { isLeaving: (id: string) => boolean; leave: Leave } {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  return {
    isLeaving: id => leaving.has(id),
    leave: (id, work) => {
      setLeaving(now => new Set([...now, id]))
      void work()
        .then(() => waitUntilFetched(['links', 'tags', 'brokenLinks']))
        // A toast has shown the refusal.
        .catch(() => undefined)
        .finally(() => setLeaving(now => new Set([...now].filter(each => each !== id))))
    },
  }
}
