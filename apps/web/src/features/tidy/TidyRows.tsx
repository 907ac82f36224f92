import { type ReactNode, useRef, useState } from 'react'
import { connection } from '../../lib/connection.ts'
import { useRowKeys } from '../../lib/lists/rowKeys.ts'
import type { TidyItem, Leave } from './item.ts'
import { waitUntilFetched } from '../../lib/api/queryClient.ts'

/** The rows of items: the keys move between those of all groups, and each action of the focused one has its key. */
export function TidyRows({ items, children }: { items: readonly TidyItem[]; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  const ids = items.map(item => item.id)
  const { onKeyDown, onFocus } = useRowKeys({ list, name: 'tidy', ids }, (event, id, key) => {
    const item = items.find(each => each.id === id)
    const action = item?.actions.find(each => each && each.shortcut === key)
    if (!action || connection.get() !== 'up') return
    event.preventDefault()
    // The page has other meanings for some of these keys.
    event.stopPropagation()
    action.run()
  })
  return (
    // The keys act on the row that has the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={list} onKeyDown={onKeyDown} onFocus={onFocus}>
      {children}
    </div>
  )
}

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
