import { useEffect, useEffectEvent } from 'react'
import { drag, useDragSource, useDropTarget, useIsDragged } from '../../../lib/lists/drag.ts'
import { useStoreSelector } from '../../../lib/store.ts'
import { toDisplayName } from '../data.ts'
import type { TreeRow } from './tree.ts'

export interface DraggedRow {
  row: TreeRow
  parent: string | null
  /** False for collections of others: only their owners move them. */
  isMovable: boolean
  getPath: () => string[]
  onToggle: () => void
}

/**
 * Makes a row of the tree draggable and a drop target. A drag that stays over a collapsed row expands it.
 * @param getPath returns the IDs of the row's ancestors; called only during a drag
 * @returns whether the row is dragged, whether a drag is over it, and the props of its element
 */
export function useTreeItemDrag({
  row,
  parent,
  isMovable,
  canAdd,
  getPath,
  onToggle,
}: DraggedRow & {
  /**
   * Returns false for a target that only shows why nothing may be dropped there; called only during a drag. null for a
   * row that is no target.
   */
  canAdd: (() => boolean) | null
}) {
  const name = toDisplayName(row.name)
  const isDragging = useStoreSelector(drag, content => content !== null)
  const isDragged = useIsDragged(row.id)
  const { isOver, handlers } = useDropTarget(
    isDragging && canAdd ? { _id: row.id, name, canAdd: canAdd(), path: getPath() } : null,
  )
  const expandsOnHover = isOver && row.hasChildren && !row.expanded
  const expand = useEffectEvent(onToggle)
  useEffect(() => {
    if (!expandsOnHover) return
    const timer = setTimeout(() => expand(), 700)
    return () => clearTimeout(timer)
  }, [expandsOnHover])
  const dragProps = useDragSource(() =>
    isMovable ? { links: [], collections: [{ _id: row.id, name, parent }] } : null,
  )
  return { isDragged, isOver, props: { ...dragProps, ...handlers } }
}
