import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { useMemo, useRef, useState } from 'react'
import { isLocalId } from '@nestmark/client/outbox/localIds'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { laterPart } from '../../../lib/lazy.ts'
import { useRowsInBox } from '../../../lib/lists/visibleRows.ts'
import { useHoverless } from '../../../lib/media/media.ts'
import { classes } from '../../../ui/classes.ts'
import { useElementWidth } from '../../../ui/lists/useElementWidth.ts'
import {
  findSharedRole,
  listAncestors,
  highlightTreeLines,
  listRows,
  type TreeIndex,
  type TreeRow,
} from './tree.ts'
import { toDisplayName } from '../data.ts'
import css from './Tree.module.css'
import { TreeItem } from './TreeItem.tsx'
import { buildTreeLinePaths, computeIndents } from './treeLines.ts'
import type { TreeMenuProps, TreeMenuTarget } from './TreeMenu.tsx'
import { useShowCurrent } from './useShowCurrent.ts'
import { useTreeKeys } from './useTreeKeys.ts'

const TreeMenu = laterPart<TreeMenuProps>(() => import('./TreeMenu.tsx'))

/** The width of the button of a row that needs no hover, with its margins, in pixels. */
const buttonWidth = 27

interface TreeProps {
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
  /** False for collections of others: only their owners move them. */
  isOwn?: boolean
  /** Uses rows of 44 px. */
  touch?: boolean
  className?: string
  onSelect: (id: string) => void
}

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
  isOwn = true,
  label = collectionsTexts.tree,
  className,
  onSelect,
}: TreeProps) {
  const height = touch ? 44 : 28
  const select = (id: string) => {
    if (disabled?.(id)) return
    // A queued new collection has no page yet, but it can be picked.
    if (mode === 'go' && isLocalId(id)) openOverlay('outbox', {})
    else onSelect(id)
  }
  const box = useRef<HTMLDivElement>(null)
  const { rows, path, passing } = useTreeRows(index, expanded, current)
  const { ref: inner, width } = useElementWidth()
  const hasButtons = useHoverless() && mode === 'go'
  const indents = useMemo(() => computeIndents(width, hasButtons ? buttonWidth : 0), [width, hasButtons])
  const [menu, setMenu] = useState<TreeMenuTarget>()
  const { first, last, reveal } = useRowsInBox(box, { count: rows.length, height, overscan: 8 })
  useShowCurrent({
    current,
    isKnown: current !== undefined && index.entries.has(current),
    path,
    rows,
    expandsCurrent: mode === 'go',
    onExpand,
    reveal,
  })
  const { tabbableIndex, onKeyDown, onFocus } = useTreeKeys({
    box,
    rows,
    current,
    reveal,
    onExpand,
    onSelect: select,
  })
  return (
    <div ref={box} className={classes(css.box, className)}>
      <div
        ref={inner}
        role="tree"
        aria-label={label}
        className="rel"
        style={{ height: rows.length * height }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {listRenderedRows(rows, first, last, tabbableIndex).map(({ row, rowIndex }) => {
          const pathStep = path.indexOf(row.id)
          const onPath = pathStep >= 0
          const pathContinues = onPath && pathStep < path.length - 1
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
              onPath={onPath}
              lines={buildTreeLinePaths(
                row,
                height,
                onPath,
                pathContinues,
                passing.get(row.id) ?? 0,
                indents,
              )}
              indents={indents}
              title={formatTip(index, row)}
              disabled={disabled?.(row.id) ?? false}
              isMovable={isOwn}
              canAdd={() => isOwn || findSharedRole(index, row.id) === 'write'}
              tabbable={rowIndex === tabbableIndex}
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
      {menu && <TreeMenu key={menu.press} target={menu} entry={index.entries.get(menu.id)} isOwn={isOwn} />}
    </div>
  )
}

/** Returns the tooltip of a row: its path below other collections, and a long name. */
function formatTip(index: TreeIndex, { id, name, depth }: TreeRow): string | undefined {
  const shown = toDisplayName(name)
  if (depth >= 2)
    return collectionsTexts.path([...listAncestors(index, id).map(each => toDisplayName(each.name)), shown])
  return shown.length > 18 ? shown : undefined
}

/**
 * Returns the rows of the tree, the path to the current collection as IDs, and the columns in which its highlighted line
 * passes each row.
 */
function useTreeRows(index: TreeIndex, expanded: ReadonlySet<string>, current: string | undefined) {
  const rows = useMemo(() => listRows(index, expanded), [index, expanded])
  const path = useMemo(
    () => (current ? [...listAncestors(index, current).map(entry => entry.id), current] : []),
    [index, current],
  )
  const passing = useMemo(() => highlightTreeLines(rows, path), [rows, path])
  return { rows, path, passing }
}

/**
 * Returns the rows to render with their indexes: the visible ones, and the one in the tab order, because removing it
 * would drop the focus and leave the tree unreachable by Tab.
 */
function listRenderedRows(rows: readonly TreeRow[], first: number, last: number, tabbableIndex: number) {
  const rendered = rows.slice(first, last + 1).map((row, nth) => ({ row, rowIndex: first + nth }))
  const tabbable = rows[tabbableIndex]
  if (tabbable && tabbableIndex < first) rendered.unshift({ row: tabbable, rowIndex: tabbableIndex })
  if (tabbable && tabbableIndex > last) rendered.push({ row: tabbable, rowIndex: tabbableIndex })
  return rendered
}
