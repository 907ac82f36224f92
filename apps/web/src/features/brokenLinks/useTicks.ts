import type { BrokenLink } from '@nestmark/contract/links/brokenLinks'
import { useState } from 'react'

/** Which broken links are ticked. */
export interface Ticks {
  has: (link: BrokenLink) => boolean
  set: (links: readonly BrokenLink[], isOn: boolean) => void
  clear: () => void
}

/**
 * Keeps the ticks of broken links: those that the server selects, until the user changes them. New links of a running
 * check are ticked as the server says, and none loses its tick.
 */
export function useTicks(): Ticks {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [isCleared, setIsCleared] = useState(false)
  return {
    has: link => changed.get(link._id) ?? (!isCleared && link.selected === 1),
    set: (links, isOn) =>
      setChanged(now => new Map([...now, ...links.map(link => [link._id, isOn] as const)])),
    clear: () => {
      setChanged(new Map())
      setIsCleared(true)
    },
  }
}
