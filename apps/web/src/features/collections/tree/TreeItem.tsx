import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { encryptionMarkTexts } from '@nestmark/texts/encryption/encryptionMarks'
import { outboxTexts } from '@nestmark/texts/outbox'
import { uiTexts } from '@nestmark/texts/ui'
import { formatNumber } from '@nestmark/texts/counts'
import type { CSSProperties, MouseEvent } from 'react'
import { isLocalId } from '@nestmark/client/outbox/localIds'
import { classes } from '../../../ui/classes.ts'
import { IconChevronRight, IconClock, IconDots, IconLock } from '../../../ui/icons.ts'
import { RoleMark } from '../../../ui/marks/RoleMark.tsx'
import { SharingMark } from '../../../ui/marks/SharingMark.tsx'
import { toDisplayName } from '../data.ts'
import { maxIndent, type TreeRow } from './tree.ts'
import css from './Tree.module.css'
import { type TreeIndents, type TreeLinePaths, treeLineWidth } from './treeLines.ts'
import { type DraggedRow, useTreeItemDrag } from './useTreeItemDrag.ts'

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
  lines,
  indents,
  title,
  disabled,
  isMovable,
  canAdd,
  tabbable,
  getPath,
  onToggle,
  onSelect,
  onMenu,
}: DraggedRow & {
  top: number
  height: number
  touch: boolean
  mode: 'go' | 'pick'
  current: boolean
  onPath: boolean
  lines: TreeLinePaths
  indents: TreeIndents
  /** The tooltip. */
  title: string | undefined
  disabled: boolean
  /** Returns whether items may be dropped there; called only during a drag. */
  canAdd: () => boolean
  tabbable: boolean
  onSelect: () => void
  /** Opens the menu at a point, in pixels of the window. */
  onMenu: ((x: number, y: number) => void) | undefined
}) {
  const isQueued = isLocalId(row.id)
  const { isDragged, isOver, props } = useTreeItemDrag({
    row,
    parent,
    isMovable: isMovable && mode === 'go',
    canAdd: mode === 'go' ? canAdd : null,
    getPath,
    onToggle,
  })
  const Element = mode === 'go' ? 'a' : 'div'

  const onClick = (event: MouseEvent) => {
    // A click with Ctrl, Meta or Shift opens the link in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onSelect()
  }
  return (
    <Element
      {...(mode === 'go' ? { href: `/c/${row.id}`, ...props } : {})}
      role="treeitem"
      data-row={row.id}
      aria-level={row.depth + 1}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-expanded={row.hasChildren ? row.expanded : undefined}
      aria-selected={current}
      aria-current={mode === 'go' && current ? 'page' : undefined}
      aria-disabled={disabled || undefined}
      title={title}
      tabIndex={tabbable ? 0 : -1}
      className={classes(
        css.row,
        touch && css.touch,
        row.expanded && css.open,
        onPath && css.path,
        current && (mode === 'go' ? css.current : css.picked),
        isOver && css.dropTarget,
        isDragged && css.dragged,
        disabled && css.disabled,
        isQueued && css.queued,
      )}
      style={toStyle(top, indents[Math.min(row.depth, maxIndent)])}
      onClick={onClick}
      onContextMenu={onMenu && !isQueued ? event => openContextMenu(event, onMenu) : undefined}
    >
      {(row.depth > 0 || row.expanded) && (
        <svg className={css.lines} width={treeLineWidth(indents)} height={height} aria-hidden="true">
          {lines.normal && <path d={lines.normal} />}
          {lines.highlighted && <path className={css.highlighted} d={lines.highlighted} />}
        </svg>
      )}
      <Caret row={row} onToggle={onToggle} />
      <RowContent row={row} isQueued={isQueued} />
      {onMenu && !isQueued && <MoreButton onMenu={onMenu} />}
    </Element>
  )
}

const toStyle = (top: number, indent = 0) =>
  ({ transform: `translateY(${top}px)`, '--indent': `${indent}px` }) as CSSProperties

/** The name of the collection, its marks and its number of links. */
function RowContent({ row, isQueued }: { row: TreeRow; isQueued: boolean }) {
  return (
    <span className={`flex wrap min0 ${css.content}`}>
      <span className={classes('el', css.name)} dir="auto">
        {toDisplayName(row.name)}
      </span>
      {row.sharing && <SharingMark sharing={row.sharing} detail="icon" />}
      {row.role && <RoleMark role={row.role} />}
      {row.isEncrypted && (
        <span className={`t3 rigid ${css.encrypted}`} title={encryptionMarkTexts.encrypted}>
          <IconLock className="i s12" />
          <span className="sr"> {encryptionMarkTexts.encrypted}</span>
        </span>
      )}
      {/* A collection in the outbox has no links yet. */}
      <span className={`t3 num push ${css.count}`} title={isQueued ? outboxTexts.waitsInTree : undefined}>
        {isQueued ? <IconClock className="i s14" /> : formatNumber(row.total)}
        <span className="sr">
          {' '}
          {isQueued ? outboxTexts.waitsInTree : collectionsTexts.linksWord(row.total)}
        </span>
      </span>
    </span>
  )
}

function Caret({ row, onToggle }: { row: TreeRow; onToggle: () => void }) {
  return (
    <span
      className={`centre t3 rigid ${css.caret}`}
      onClick={event => {
        if (!row.hasChildren) return
        event.preventDefault()
        event.stopPropagation()
        onToggle()
      }}
    >
      {row.hasChildren && <IconChevronRight className="i" />}
    </span>
  )
}

/** Opens the menu, for the pointer only; the keyboard has its menu key. */
function MoreButton({ onMenu }: { onMenu: (x: number, y: number) => void }) {
  return (
    <span
      className={`t3 rigid rel ${css.more}`}
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
  )
}

/** Opens the menu at the pointer, or below the row for the menu key. */
function openContextMenu(event: MouseEvent, onMenu: (x: number, y: number) => void): void {
  event.preventDefault()
  const rect = event.currentTarget.getBoundingClientRect()
  const { clientX: x, clientY: y, buttons } = event
  // The menu key sends no pointer position.
  if (x === 0 && y === 0) return onMenu(rect.left + 40, rect.bottom)
  // Where `contextmenu` fires on press, the release would count as a click outside and close the menu.
  if (buttons === 0) onMenu(x, y)
  else window.addEventListener('pointerup', () => onMenu(x, y), { once: true })
}
