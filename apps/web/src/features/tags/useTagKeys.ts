import type { CountedTag } from '@nestmark/contract/tags'
import type { KeyboardEvent } from 'react'
import { focusWhenRendered } from '../../lib/focus/focusWhenRendered.ts'
import { isTyping } from '../../lib/focus/hotkeys.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'

/** Returns the key handler: arrows, Home and End move, Space selects, F2 edits, Delete asks for confirmation. */
export function useTagKeys({
  total,
  at,
  toggle,
  remove,
  reveal,
}: {
  total: number
  at: (index: number) => CountedTag | undefined
  toggle: (index: number, range: boolean) => void
  remove: (tag: CountedTag) => void
  reveal: (index: number) => void
}): (event: KeyboardEvent<HTMLElement>) => void {
  return event => {
    const target = event.target as HTMLElement
    const item = target.closest<HTMLElement>('[data-place]')
    if (!item || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    const index = Number(item.dataset.place)
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: total - 1,
    }
    const next = moves[event.key]
    if (next !== undefined) {
      if (next < 0 || next >= total) return
      event.preventDefault()
      reveal(next)
      return focusWhenRendered(event.currentTarget, next)
    }
    // Keys on the buttons of a row belong to the buttons.
    if (!target.matches('[data-main], [type=checkbox]')) return
    const tag = at(index)
    if (event.key === ' ' && target.matches('[data-main]')) toggle(index, event.shiftKey)
    else if (event.key === 'F2' && tag) openOverlay('editTag', { tag })
    else if (event.key === 'Delete' && tag) remove(tag)
    else return
    event.preventDefault()
  }
}
