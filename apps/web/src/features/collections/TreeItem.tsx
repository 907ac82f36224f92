import { collectionsTexts } from '@nestmark/texts/collections'
import { outboxTexts } from '@nestmark/texts/outbox'
import { uiTexts } from '@nestmark/texts/ui'
import { formatNumber } from '@nestmark/texts/counts'
import { type CSSProperties, type MouseEvent, useEffect, useEffectEvent } from 'react'
import { drag, useDragSource, useDropTarget } from '../../lib/drag.ts'
import { isLocalId } from '../../lib/outbox/localIds.ts'
import { useStoreSelector } from '../../lib/store.ts'
import { classes } from '../../ui/classes.ts'
import { IconChevronRight, IconClock, IconDots } from '../../ui/icons.ts'
import { toDisplayName } from './data.ts'
import { maxIndent, type TreeRow } from './tree.ts'
import css from './Tree.module.css'
import { buildTreeLinePaths, treeLineWidth } from './treeLines.ts'

/** Renders one row of the tree. */
export function TreeItem({
  row,
  parent,
  top,
  height,
  touch,
  mode,
  current,
  onPath,
  pathContinues,
  passing,
  disabled,
  dragDisabled,
  tabbable,
  getPath,
  onToggle,
  onSelect,
  onMenu,
}: {
  row: TreeRow
  parent: string | null
  top: number
  height: number
  touch: boolean
  mode: 'go' | 'pick'
  current: boolean
  onPath: boolean
  pathContinues: boolean
  passing: number
  disabled: boolean
  /** Disables drag and drop, for shared collections. */
  dragDisabled: boolean
  tabbable: boolean
  getPath: () => string[]
  onToggle: () => void
  onSelect: () => void
  /** Opens the menu at a point, in pixels of the window. */
  onMenu: ((x: number, y: number) => void) | undefined
}) {
  const name = toDisplayName(row.name)
  const isQueued = isLocalId(row.id)
  const isDragging = useStoreSelector(drag, content => content !== null)
  const isDragged = useStoreSelector(
    drag,
    content => content?.collections.some(moved => moved._id === row.id) ?? false,
  )
  const drop = useDropTarget(
    mode === 'go' && isDragging && !dragDisabled
      ? { _id: row.id, name, canAdd: true, path: getPath() }
      : null,
  )
  // A drag that stays over a collapsed row expands it.
  const expandsOnHover = drop.isOver && row.hasChildren && !row.expanded
  const expand = useEffectEvent(onToggle)
  useEffect(() => {
    if (!expandsOnHover) return
    const timer = setTimeout(() => expand(), 700)
    return () => clearTimeout(timer)
  }, [expandsOnHover])
  const dragProps = useDragSource(() =>
    dragDisabled ? null : { links: [], collections: [{ _id: row.id, name, parent }] },
  )
  const lines = buildTreeLinePaths(row, height, onPath, pathContinues, passing)
  const Element = mode === 'go' ? 'a' : 'div'

  const onClick = (event: MouseEvent) => {
    // A click with Ctrl, Meta or Shift opens the link in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!disabled) onSelect()
  }
  return (
    <Element
      {...(mode === 'go' ? { href: `/c/${row.id}`, ...dragProps, ...drop.handlers } : {})}
      role="treeitem"
      data-row={row.id}
      aria-level={row.depth + 1}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-expanded={row.hasChildren ? row.expanded : undefined}
      aria-selected={current}
      aria-current={mode === 'go' && current ? 'page' : undefined}
      aria-disabled={disabled || undefined}
      title={name.length > 18 ? name : undefined}
      tabIndex={tabbable ? 0 : -1}
      className={classes(
        css.row,
        touch && css.touch,
        row.expanded && css.open,
        onPath && css.path,
        current && (mode === 'go' ? css.current : css.picked),
        drop.isOver && css.dropTarget,
        isDragged && css.dragged,
        disabled && css.disabled,
        isQueued && css.queued,
      )}
      style={{ transform: `translateY(${top}px)`, '--d': Math.min(row.depth, maxIndent) } as CSSProperties}
      onClick={onClick}
      onContextMenu={event => {
        if (!onMenu || isQueued) return
        event.preventDefault()
        const rect = event.currentTarget.getBoundingClientRect()
        const { clientX: x, clientY: y, buttons } = event
        // The menu key sends no pointer position.
        if (x === 0 && y === 0) return onMenu(rect.left + 40, rect.bottom)
        // Where `contextmenu` fires on press, the release would count as a click outside and close the menu.
        if (buttons === 0) onMenu(x, y)
        else window.addEventListener('pointerup', () => onMenu(x, y), { once: true })
      }}
    >
      {(row.depth > 0 || row.expanded) && (
        <svg className={css.lines} width={treeLineWidth} height={height} aria-hidden="true">
          {lines.normal && <path d={lines.normal} />}
          {lines.highlighted && <path className={css.highlighted} d={lines.highlighted} />}
        </svg>
      )}
      <span
        className={css.caret}
        onClick={event => {
          if (!row.hasChildren) return
          event.preventDefault()
          event.stopPropagation()
          onToggle()
        }}
      >
        {row.hasChildren && <IconChevronRight className="i" />}
      </span>
      <span className={classes('el', css.name)} dir="auto">
        {name}
      </span>
      {isQueued ? (
        <span className={css.count} title={outboxTexts.waitsInTree}>
          <IconClock className="i s14" />
          <span className="sr"> {outboxTexts.waitsInTree}</span>
        </span>
      ) : (
        <span className={css.count}>
          {formatNumber(row.total)}
          <span className="sr"> {collectionsTexts.linksWord(row.total)}</span>
        </span>
      )}
      {onMenu && !isQueued && (
        // For the pointer only; the keyboard has its menu key.
        <span
          className={css.more}
          title={uiTexts.more}
          aria-hidden="true"
          onClick={event => {
            event.preventDefault()
            event.stopPropagation()
            const rect = event.currentTarget.getBoundingClientRect()
            onMenu(rect.left, rect.bottom)
          }}
        >
          <IconDots className="i s14" />
        </span>
      )}
    </Element>
  )
}
