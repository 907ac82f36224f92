import { useState } from 'react'
import type { Leave } from './useTidyItems.ts'

/**
 * Hides items from the start of their action on, so that a second key does not meet them again. One whose action was
 * refused is shown again, and so is one that an undo brings back.
 * @param listed returns whether the server lists an item
 */
export function useLeaving(): {
  isLeaving: (id: string) => boolean
  leave: Leave
  /** Forgets the items that the lists do not contain any more. */
  settle: (listed: ReadonlySet<string>) => void
} {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const back = (id: string) => setLeaving(now => new Set([...now].filter(each => each !== id)))
  return {
    isLeaving: id => leaving.has(id),
    leave: (id, work) => {
      setLeaving(now => new Set([...now, id]))
      // A toast has shown the refusal.
      void work().catch(() => back(id))
    },
    settle: listed => {
      if ([...leaving].some(id => !listed.has(id)))
        setLeaving(now => new Set([...now].filter(id => listed.has(id))))
    },
  }
}
