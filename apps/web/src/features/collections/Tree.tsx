import { collectionsTexts } from '@nestmark/texts/collections'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isLocalId } from '../../lib/outbox/localIds.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { useRowsInBox } from '../../lib/visibleRows.ts'
import { classes } from '../../ui/classes.ts'
import { listAncestors, highlightTreeLines, openRows, type TreeIndex } from './tree.ts'
import css from './Tree.module.css'
import { TreeLine } from './TreeLine.tsx'
import { TreeMenu, type TreeMenuAt } from './TreeMenu.tsx'

/**
 * Shows the tree of collections. Only children of open collections are rows, and only visible rows are rendered.
 * Arrow keys move, Right and Left expand and collapse, Enter opens the collection.
 */
export function Tree({
  index,
  open,
  onOpen,
  current,
  mode,
  disabled,
  touch = false,
  fixed = false,
  label = collectionsTexts.tree,
  className,
  onGo,
}: {
  index: TreeIndex
  open: ReadonlySet<string>
  onOpen: (ids: string[], open: boolean) => void
  /** The collection on the page, or the picked one. */
  current: string | undefined
  /** `go`: rows are links and drop targets. `pick`: rows are choices. */
  mode: 'go' | 'pick'
  disabled?: (id: string) => boolean
  /** The accessible name of the tree. */
  label?: string
  /** Disables drag and drop. */
  fixed?: boolean
  /** Uses rows of 44 px. */
  touch?: boolean
  className?: string
  onGo: (id: string) => void
}) {
  const height = touch ? 44 : 28
  // A queued new collection has no page yet, but it can be picked.
  const go = (id: string) => (mode === 'go' && isLocalId(id) ? openOverlay('outbox', {}) : onGo(id))
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => openRows(index, open), [index, open])
  const way = useMemo(
    () => (current ? [...listAncestors(index, current).map(place => place.id), current] : []),
    [index, current],
  )
  const lit = useMemo(() => highlightTreeLines(rows, way), [rows, way])
  const [focused, setFocused] = useState<string>()
  const [menu, setMenu] = useState<TreeMenuAt>()
  /** The row that keys act on, updated before the next render. */
  const at = useRef<string>(undefined)
  const { first, last, reveal } = useRowsInBox(box, { count: rows.length, height, overscan: 8 })

  // Arriving at a collection expands its ancestors and itself.
  const arrive = useEffectEvent(() => {
    if (way.length > 0) onOpen(mode === 'go' ? way : way.slice(0, -1), true)
  })
  const known = current !== undefined && index.places.has(current)
  useEffect(() => {
    if (current !== undefined && known) arrive()
  }, [current, known])
  const currentAt = useMemo(() => rows.findIndex(row => row.id === current), [rows, current])
  const shown = useRef<string>(undefined)
  // Reveals the row with five rows around it: its children and siblings.
  const show = useEffectEvent(() => reveal(currentAt, 5))
  const opens = mode === 'go' && rows[currentAt]?.hasChildren === true && !rows[currentAt].open
  useEffect(() => {
    if (currentAt < 0 || opens || shown.current === current) return
    shown.current = current
    show()
  }, [currentAt, current, opens])

  const focus = (place: number) => {
    const row = rows[Math.max(0, Math.min(place, rows.length - 1))]
    if (!row) return
    setFocused(row.id)
    at.current = row.id
    reveal(rows.indexOf(row))
    const take = () => {
      const element = box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)
      element?.focus({ preventScroll: true })
      return element
    }
    // A row outside of the viewport is rendered in the next frame.
    if (!take()) requestAnimationFrame(take)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys may arrive faster than the focus moves.
    const place = rows.findIndex(row => row.id === at.current)
    const row = rows[place]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const parentAt = () => rows.findLastIndex((other, i) => i < place && other.depth < row.depth)
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const key = rtl
      ? ({ ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[event.key] ?? event.key)
      : event.key
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(place + 1),
      ArrowUp: () => focus(place - 1),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      ArrowRight: () =>
        row.hasChildren && !row.open ? onOpen([row.id], true) : row.open && focus(place + 1),
      ArrowLeft: () => (row.open ? onOpen([row.id], false) : parentAt() >= 0 && focus(parentAt())),
      Enter: () => !disabled?.(row.id) && go(row.id),
      ' ': () => !disabled?.(row.id) && go(row.id),
    }
    const action = actions[key] ?? (key.length === 1 && (() => typed(key, place)))
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  const typed = (letter: string, from: number) => {
    const wanted = letter.toLowerCase()
    const order = [...rows.slice(from + 1), ...rows.slice(0, from + 1)]
    const found = order.find(row => row.name.toLowerCase().startsWith(wanted))
    if (found) focus(rows.indexOf(found))
  }

  // One row is in the tab order: the last focused one, else the current one, else the first.
  const tabbed = useMemo(() => {
    const shown = new Set([focused, current])
    const found = rows.filter(row => shown.has(row.id))
    return (found.find(row => row.id === focused) ?? found[0] ?? rows[0])?.id
  }, [rows, focused, current])
  // This row is always rendered: removing it would drop the focus and leave the tree unreachable by Tab.
  const tabbedAt = useMemo(() => rows.findIndex(row => row.id === tabbed), [rows, tabbed])
  const drawn = Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
  if (tabbedAt >= 0 && tabbedAt < first) drawn.unshift(tabbedAt)
  if (tabbedAt > last) drawn.push(tabbedAt)
  return (
    <div ref={box} className={classes(css.box, className)}>
      <div
        role="tree"
        aria-label={label}
        className={css.inner}
        style={{ height: rows.length * height }}
        onKeyDown={onKeyDown}
        onFocus={event => {
          at.current = (event.target as HTMLElement).dataset.row
          setFocused(at.current)
        }}
      >
        {drawn.map(place => {
          const row = rows[place]!
          const step = way.indexOf(row.id)
          return (
            <TreeLine
              key={row.id}
              row={row}
              parent={index.places.get(row.id)?.parent ?? null}
              start={place * height}
              height={height}
              touch={touch}
              mode={mode}
              current={row.id === current}
              onWay={step >= 0}
              leadsOn={step >= 0 && step < way.length - 1}
              lit={lit.get(row.id) ?? 0}
              disabled={disabled?.(row.id) ?? false}
              fixed={fixed}
              tabbed={row.id === tabbed}
              pathOf={() => listAncestors(index, row.id).map(place => place.id)}
              onToggle={() => onOpen([row.id], !row.open)}
              onGo={() => go(row.id)}
              onMenu={
                mode === 'go'
                  ? (x, y) => setMenu(now => ({ id: row.id, x, y, press: (now?.press ?? 0) + 1 }))
                  : undefined
              }
            />
          )
        })}
      </div>
      {menu && <TreeMenu key={menu.press} at={menu} place={index.places.get(menu.id)} own={!fixed} />}
    </div>
  )
}
