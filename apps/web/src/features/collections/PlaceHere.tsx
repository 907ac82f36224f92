import { type DragEvent, useState } from 'react'
import { drag } from '../../lib/drag.ts'
import { useStoreSelector } from '../../lib/store.ts'
import { classes } from '../../ui/classes.ts'
import type { HandOrder } from './handOrder.ts'
import css from './PlaceHere.module.css'

/** The gap before a card in the manual order: a collection dropped here moves to this position. */
export function PlaceHere({ before, parent, order }: { before: string; parent: string; order: HandOrder }) {
  const [isOver, setOver] = useState(false)
  const moved = useStoreSelector(drag, now =>
    now?.collections.length === 1 && now.links.length === 0 && now.collections[0]?.parent === parent
      ? now.collections[0]._id
      : null,
  )
  if (moved === null || moved === before) return null
  const welcome = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'move'
    setOver(true)
  }
  return (
    <span
      className={classes(css.gap, isOver && css.over)}
      aria-hidden="true"
      onDragEnter={welcome}
      onDragOver={welcome}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        event.stopPropagation()
        drag.set(null)
        setOver(false)
        order.before(moved, before)
      }}
    />
  )
}
