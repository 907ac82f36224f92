import { type KeyboardEvent, useRef } from 'react'
import { continuesName, findTypedName, nothingTyped, typeCharacter } from '../../lib/lists/typeAhead.ts'

/** How far PageUp and PageDown move. */
const pageStep = 10

interface SelectState {
  /** The names of the options. */
  labels: readonly string[]
  /** The index of the selected option; -1 without one. */
  selected: number
  /** The index of the active option while the list is open. */
  active: number | undefined
  /** Opens the list, and makes an option active. */
  moveTo: (index: number) => void
  /** Selects an option and closes the list. */
  select: (index?: number) => void
  close: () => void
}

/** Returns what a key does in a select; undefined for keys that are not of a select. */
function findAction(
  { key, altKey }: KeyboardEvent,
  { labels, selected, active, moveTo, select, close }: SelectState,
): (() => void) | undefined {
  const ends: Record<string, () => void> = { Home: () => moveTo(0), End: () => moveTo(labels.length - 1) }
  if (active === undefined)
    return ['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key) ? () => moveTo(selected) : ends[key]
  if (key === 'ArrowUp' && altKey) return () => select(active)
  const others: Record<string, () => void> = {
    ArrowDown: () => moveTo(active + 1),
    ArrowUp: () => moveTo(active - 1),
    PageDown: () => moveTo(active + pageStep),
    PageUp: () => moveTo(active - pageStep),
    Enter: () => select(active),
    ' ': () => select(active),
    Escape: close,
  }
  return ends[key] ?? others[key]
}

/** Returns the key handler of a select: arrows, ends and pages move, a typed name is found, Enter and Tab select. */
export function useSelectKeys(state: SelectState): (event: KeyboardEvent) => void {
  const typed = useRef(nothingTyped)
  const type = (character: string) => {
    const { labels, selected, active = selected, moveTo } = state
    typed.current = typeCharacter(typed.current, character, performance.now())
    const found = findTypedName(labels, typed.current.text, active)
    moveTo(found >= 0 ? found : active)
  }
  return event => {
    const { key, altKey } = event
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    // The focus moves on as from a native select.
    if (key === 'Tab') return state.select(state.active)
    const isTypingName = key === ' ' && continuesName(typed.current, performance.now())
    const action = isTypingName ? undefined : findAction(event, state)
    const isCharacter = key.length === 1 && !altKey
    if (!action && !isCharacter) return
    event.preventDefault()
    // The dialog below remains open, and the page takes no shortcut from a typed name.
    event.stopPropagation()
    if (!action) return type(key)
    typed.current = nothingTyped
    action()
  }
}
