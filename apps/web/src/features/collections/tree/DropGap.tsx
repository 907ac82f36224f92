import { type DragEvent, useState } from 'react'
import { drag } from '../../../lib/lists/drag.ts'
import { useStoreSelector } from '../../../lib/store.ts'
import { classes } from '../../../ui/classes.ts'
import type { ManualOrder } from '../manualOrder.ts'
import css from './DropGap.module.css'

/** The gap before a card in the manual order: a collection dropped here moves to this position. */
export function DropGap({
  before,
  parent,
  manualOrder,
}: {
  before: string
  parent: string
  manualOrder: ManualOrder
}) {
  const [isDragOver, setDragOver] = useState(false)
  const draggedId = useStoreSelector(drag, content =>
    content?.collections.length === 1 &&
    content.links.length === 0 &&
    content.collections[0]?.parent === parent
      ? content.collections[0]._id
      : null,
  )
  if (draggedId === null || draggedId === before) return null
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'move'
    setDragOver(true)
  }
  return (
    <span
      className={classes(css.gap, isDragOver && css.dragOver)}
      aria-hidden="true"
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={() => setDragOver(false)}
      onDrop={event => {
        event.preventDefault()
        event.stopPropagation()
        drag.set(null)
        setDragOver(false)
        manualOrder.moveBefore(draggedId, before)
      }}
    />
  )
}
