import { collectionsTexts } from '@nestmark/texts/collections'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isLocalId } from '../../lib/outbox/localIds.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { useRowsInBox } from '../../lib/visibleRows.ts'
import { classes } from '../../ui/classes.ts'
import { listAncestors, highlightTreeLines, listRows, type TreeIndex } from './tree.ts'
import css from './Tree.module.css'
import { TreeItem } from './TreeItem.tsx'
import { TreeMenu, type TreeMenuTarget } from './TreeMenu.tsx'

/**
 * Shows the tree of collections. Only children of open collections are rows, and only visible rows are rendered.
 * Arrow keys move, Right and Left expand and collapse, Enter opens the collection.
 */
export function Tree({
  index,
  expanded,
  onExpand,
  current,
  mode,
  disabled,
  touch = false,
  dragDisabled = false,
  label = collectionsTexts.tree,
  className,
  onSelect,
}: {
  index: TreeIndex
  expanded: ReadonlySet<string>
  onExpand: (ids: string[], expanded: boolean) => void
  /** The collection on the page, or the picked one. */
  current: string | undefined
  /** `go`: rows are links and drop targets. `pick`: rows are choices. */
  mode: 'go' | 'pick'
  disabled?: (id: string) => boolean
  /** The accessible name of the tree. */
  label?: string
  /** Disables drag and drop. */
  dragDisabled?: boolean
  /** Uses rows of 44 px. */
  touch?: boolean
  className?: string
  onSelect: (id: string) => void
}) {
  const height = touch ? 44 : 28
  // A queued new collection has no page yet, but it can be picked.
  const select = (id: string) => (mode === 'go' && isLocalId(id) ? openOverlay('outbox', {}) : onSelect(id))
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => listRows(index, expanded), [index, expanded])
  const path = useMemo(
    () => (current ? [...listAncestors(index, current).map(entry => entry.id), current] : []),
    [index, current],
  )
  const passing = useMemo(() => highlightTreeLines(rows, path), [rows, path])
  const [focused, setFocused] = useState<string>()
  const [menu, setMenu] = useState<TreeMenuTarget>()
  /** The row that keys act on, updated before the next render. */
  const activeId = useRef<string>(undefined)
  const { first, last, reveal } = useRowsInBox(box, { count: rows.length, height, overscan: 8 })

  // Arriving at a collection expands its ancestors and itself.
  const expandPath = useEffectEvent(() => {
    if (path.length > 0) onExpand(mode === 'go' ? path : path.slice(0, -1), true)
  })
  const isKnown = current !== undefined && index.entries.has(current)
  useEffect(() => {
    if (current !== undefined && isKnown) expandPath()
  }, [current, isKnown])
  const currentIndex = useMemo(() => rows.findIndex(row => row.id === current), [rows, current])
  const shown = useRef<string>(undefined)
  // Reveals the row with five rows around it: its children and siblings.
  const revealCurrent = useEffectEvent(() => reveal(currentIndex, 5))
  const isExpanding =
    mode === 'go' && rows[currentIndex]?.hasChildren === true && !rows[currentIndex].expanded
  useEffect(() => {
    if (currentIndex < 0 || isExpanding || shown.current === current) return
    shown.current = current
    revealCurrent()
  }, [currentIndex, current, isExpanding])

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

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys may arrive faster than the focus moves.
    const rowIndex = rows.findIndex(row => row.id === activeId.current)
    const row = rows[rowIndex]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const findParentIndex = () => rows.findLastIndex((other, i) => i < rowIndex && other.depth < row.depth)
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const key = rtl
      ? ({ ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[event.key] ?? event.key)
      : event.key
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(rowIndex + 1),
      ArrowUp: () => focus(rowIndex - 1),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      ArrowRight: () =>
        row.hasChildren && !row.expanded ? onExpand([row.id], true) : row.expanded && focus(rowIndex + 1),
      ArrowLeft: () =>
        row.expanded ? onExpand([row.id], false) : findParentIndex() >= 0 && focus(findParentIndex()),
      Enter: () => !disabled?.(row.id) && select(row.id),
      ' ': () => !disabled?.(row.id) && select(row.id),
    }
    const action = actions[key] ?? (key.length === 1 && (() => findByLetter(key, rowIndex)))
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  const findByLetter = (letter: string, from: number) => {
    const prefix = letter.toLowerCase()
    const searchOrder = [...rows.slice(from + 1), ...rows.slice(0, from + 1)]
    const found = searchOrder.find(row => row.name.toLowerCase().startsWith(prefix))
    if (found) focus(rows.indexOf(found))
  }

  // One row is in the tab order: the last focused one, else the current one, else the first.
  const tabbableId = useMemo(() => {
    const shown = new Set([focused, current])
    const found = rows.filter(row => shown.has(row.id))
    return (found.find(row => row.id === focused) ?? found[0] ?? rows[0])?.id
  }, [rows, focused, current])
  // This row is always rendered: removing it would drop the focus and leave the tree unreachable by Tab.
  const tabbableIndex = useMemo(() => rows.findIndex(row => row.id === tabbableId), [rows, tabbableId])
  const renderedIndexes = Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
  if (tabbableIndex >= 0 && tabbableIndex < first) renderedIndexes.unshift(tabbableIndex)
  if (tabbableIndex > last) renderedIndexes.push(tabbableIndex)
  return (
    <div ref={box} className={classes(css.box, className)}>
      <div
        role="tree"
        aria-label={label}
        className={css.inner}
        style={{ height: rows.length * height }}
        onKeyDown={onKeyDown}
        onFocus={event => {
          activeId.current = (event.target as HTMLElement).dataset.row
          setFocused(activeId.current)
        }}
      >
        {renderedIndexes.map(rowIndex => {
          const row = rows[rowIndex]!
          const pathStep = path.indexOf(row.id)
          return (
            <TreeItem
              key={row.id}
              row={row}
              parent={index.entries.get(row.id)?.parent ?? null}
              top={rowIndex * height}
              height={height}
              touch={touch}
              mode={mode}
              current={row.id === current}
              onPath={pathStep >= 0}
              pathContinues={pathStep >= 0 && pathStep < path.length - 1}
              passing={passing.get(row.id) ?? 0}
              disabled={disabled?.(row.id) ?? false}
              dragDisabled={dragDisabled}
              tabbable={row.id === tabbableId}
              getPath={() => listAncestors(index, row.id).map(entry => entry.id)}
              onToggle={() => onExpand([row.id], !row.expanded)}
              onSelect={() => select(row.id)}
              onMenu={
                mode === 'go'
                  ? (x, y) => setMenu(previous => ({ id: row.id, x, y, press: (previous?.press ?? 0) + 1 }))
                  : undefined
              }
            />
          )
        })}
      </div>
      {menu && (
        <TreeMenu key={menu.press} target={menu} entry={index.entries.get(menu.id)} isOwn={!dragDisabled} />
      )}
    </div>
  )
}
