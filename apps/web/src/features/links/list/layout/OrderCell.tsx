import { type DragEvent, type ReactNode, useState } from 'react'
import { drag } from '../../../../lib/lists/drag.ts'
import { classes } from '../../../../ui/classes.ts'
import type { LinkOrder } from '../tools/linkOrder.ts'
import css from './OrderCell.module.css'

/** The cell of a link in the manual order: links that are dropped on its first half move before it, else after it. */
export function OrderCell({
  id,
  isRow,
  order,
  children,
}: {
  id: string
  /** It fills a row of the list; else it is beside others. */
  isRow: boolean
  order: LinkOrder
  children: ReactNode
}) {
  const [side, setSide] = useState<'before' | 'after' | null>(null)
  const findSide = (event: DragEvent<HTMLElement>) => {
    const dragged = drag.get()
    if (!order.accepts(dragged) || dragged.links.some(link => link._id === id)) return null
    const box = event.currentTarget.getBoundingClientRect()
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const isFirstHalf = isRow
      ? event.clientY < box.top + box.height / 2
      : event.clientX < box.left + box.width / 2 !== isRtl
    return isFirstHalf ? 'before' : 'after'
  }
  const onDrag = (event: DragEvent<HTMLElement>) => {
    const found = findSide(event)
    setSide(found)
    if (found === null) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
  }
  return (
    <div
      className={classes('min0 rel', isRow ? css.row : css.card, side && css[side])}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={event => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
          setSide(null)
      }}
      onDrop={event => {
        const found = findSide(event)
        setSide(null)
        if (found === null) return
        event.preventDefault()
        event.stopPropagation()
        order.drop(id, found)
      }}
    >
      {children}
    </div>
  )
}
