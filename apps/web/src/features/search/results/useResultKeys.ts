import { type KeyboardEvent, useEffect } from 'react'
import { useStore } from '../../../lib/store.ts'
import { focusNextResult, focusSearchField, openFirstResult, textToOpen } from './searchResults.ts'
import { useLeaveSearch } from './searchOrigin.ts'

/**
 * Returns the key handler of the results: arrow keys move between collections and lists, Up on the first result
 * moves to the search field, and Esc opens the page before the search. Opens the first result if the field
 * requested it.
 * @param shown the text that the shown results belong to
 */
export function useResultKeys(
  shown: string,
  { isLoaded, isSelecting }: { isLoaded: boolean; isSelecting: boolean },
) {
  const wanted = useStore(textToOpen)
  const leave = useLeaveSearch()
  const opensFirst = isLoaded && wanted === shown
  useEffect(() => {
    if (!opensFirst) return
    textToOpen.set(null)
    openFirstResult()
  }, [opensFirst])

  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    // A menu or an overlay above the results handles its own keys.
    if (event.defaultPrevented || !event.currentTarget.contains(target)) return
    // In a selection, Esc ends the selection.
    if (event.key === 'Escape' && leave && !isSelecting) {
      event.preventDefault()
      leave()
      return
    }
    const isVertical = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (!isVertical || event.altKey || event.ctrlKey || event.metaKey || !target.matches('[data-main]'))
      return
    const step = event.key === 'ArrowDown' ? 1 : -1
    if (focusNextResult(target, step)) event.preventDefault()
    else if (step < 0) {
      event.preventDefault()
      focusSearchField()
    }
  }
}
