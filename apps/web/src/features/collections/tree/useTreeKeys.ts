import { type FocusEvent, type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { continuesName, findTypedName, nothingTyped, typeCharacter } from '../../../lib/lists/typeAhead.ts'
import type { TreeRow } from './tree.ts'

/**
 * Moves the focus in the tree with the keyboard. One row is in the tab order: the last focused one, else the current
 * one, else the first.
 * @param box contains the elements of the rendered rows
 * @param reveal scrolls to a row
 * @returns the index of the row in the tab order, -1 in an empty tree, and the handlers of the tree
 */
export function useTreeKeys({
  box,
  rows,
  current,
  reveal,
  onExpand,
  onSelect,
}: {
  box: RefObject<HTMLElement | null>
  rows: readonly TreeRow[]
  current: string | undefined
  reveal: (rowIndex: number) => void
  onExpand: (ids: string[], expanded: boolean) => void
  onSelect: (id: string) => void
}) {
  const [focused, setFocused] = useState<string>()
  /** The row that keys act on, updated before the next render. */
  const activeId = useRef<string>(undefined)
  const typed = useRef(nothingTyped)

  const focus = (rowIndex: number) => {
    const row = rows[Math.max(0, Math.min(rowIndex, rows.length - 1))]
    if (!row) return
    setFocused(row.id)
    activeId.current = row.id
    reveal(rows.indexOf(row))
    const focusElement = () => {
      const element = box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)
      element?.focus({ preventScroll: true })
      return element
    }
    // A row outside of the viewport is rendered in the next frame.
    if (!focusElement()) requestAnimationFrame(focusElement)
  }
  const focusByTyping = (character: string, from: number) => {
    typed.current = typeCharacter(typed.current, character, performance.now())
    const found = findTypedName(
      rows.map(row => row.name),
      typed.current.text,
      from,
    )
    if (found >= 0) focus(found)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys may arrive faster than the focus moves.
    const rowIndex = rows.findIndex(row => row.id === activeId.current)
    const row = rows[rowIndex]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const findParentIndex = () => rows.findLastIndex((other, i) => i < rowIndex && other.depth < row.depth)
    const key = toLogicalKey(event)
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(rowIndex + 1),
      ArrowUp: () => focus(rowIndex - 1),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      ArrowRight: () =>
        row.hasChildren && !row.expanded ? onExpand([row.id], true) : row.expanded && focus(rowIndex + 1),
      ArrowLeft: () =>
        row.expanded ? onExpand([row.id], false) : findParentIndex() >= 0 && focus(findParentIndex()),
      Enter: () => onSelect(row.id),
      ' ': () => onSelect(row.id),
    }
    const isTypingName = key === ' ' && continuesName(typed.current, performance.now())
    const action =
      (isTypingName ? undefined : actions[key]) ?? (key.length === 1 && (() => focusByTyping(key, rowIndex)))
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    activeId.current = (event.target as HTMLElement).dataset.row
    setFocused(activeId.current)
  }

  const tabbableIndex = useMemo(() => {
    const focusedIndex = focused === undefined ? -1 : rows.findIndex(row => row.id === focused)
    if (focusedIndex >= 0) return focusedIndex
    const currentIndex = current === undefined ? -1 : rows.findIndex(row => row.id === current)
    return currentIndex >= 0 ? currentIndex : Math.min(0, rows.length - 1)
  }, [rows, focused, current])
  return { tabbableIndex, onKeyDown, onFocus }
}

/** Returns the pressed key. In right-to-left texts the horizontal arrow keys are swapped. */
function toLogicalKey({ key, currentTarget }: KeyboardEvent): string {
  if (getComputedStyle(currentTarget).direction !== 'rtl') return key
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key
}
