import { createContext, type DragEvent, use, useRef } from 'react'
import type { AllLinks, Movable } from './overlay.ts'
import { createStore, useStoreSelector } from './store.ts'

/** What is being dragged, where the pointer is, and which collection lies under it. */
export interface Drag {
  links: Movable[]
  collections: Movable[]
  /** Every link of a list but a few, in place of links by name. */
  every?: AllLinks
  picture?: string
  /** Told when what was dragged has been moved. */
  onDone?: () => void
  x: number
  y: number
  over: { id: string; name: string } | null
}

/** What a drag takes along. */
export type DragContent = Omit<Drag, 'x' | 'y' | 'over'>

/** The drag that is on its way, or null. The browser hides a drag's data until the drop, so it is kept here. */
export const drag = createStore<Drag | null>(null)

/** What a collection must be known by to be dropped on. `path` holds its ancestors' ids when they are known. */
export interface DropTarget {
  _id: string
  name: string
  canAdd: boolean
  path?: readonly string[]
}

/** Carries out a drop; given by the shell, because collections and links know nothing of each other there. */
export const DropContext = createContext<(what: Drag, into: { _id: string; name: string }) => void>(() => {})

/** How many things are being dragged. */
export function countDragged({ links, collections, every }: Drag): number {
  return every?.count ?? links.length + collections.length
}

/** Whether this drag may be dropped into this collection: not into itself, beneath itself, or where it is. */
export function canDrop(what: Drag, into: DropTarget): boolean {
  if (!into.canAdd) return false
  for (const moved of what.collections)
    if (moved._id === into._id || into.path?.includes(moved._id)) return false
  if (what.every) return what.every.set.include_sub === 1 || what.every.set.folder_id !== into._id
  return [...what.links, ...what.collections].some(moved => moved.parent !== into._id)
}

/** Makes something draggable. `take` says what goes along: the thing itself, or all that is selected. */
export function useDragSource(getContent: () => DragContent | null) {
  return {
    draggable: true as const,
    onDragStart(event: DragEvent) {
      const content = getContent()
      if (!content) return event.preventDefault()
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData(
        'text/plain',
        [...content.links, ...content.collections].map(x => x.name).join('\n'),
      )
      // The slip that says 'Move to …' is our own; the browser's picture cannot change on its way.
      const emptyImage = document.createElement('canvas')
      event.dataTransfer.setDragImage(emptyImage, 0, 0)
      const { clientX: x, clientY: y } = event
      // Changing the page inside dragstart makes Chromium end the drag at once.
      setTimeout(() => drag.set({ ...content, x, y, over: null }))
    },
    onDragEnd: () => drag.set(null),
  }
}

/** Makes a collection's card or row a place to drop on. */
export function useDropTarget(target: DropTarget | null) {
  const drop = use(DropContext)
  const depth = useRef(0)
  const isOver = useStoreSelector(drag, now => target !== null && now?.over?.id === target._id)
  const count = useStoreSelector(drag, now => (isOver && now ? countDragged(now) : 0))
  const isAllowed = () => {
    const now = drag.get()
    return now !== null && target !== null && canDrop(now, target)
  }
  return {
    isOver,
    count,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!target || !isAllowed()) return
        event.preventDefault()
        depth.current++
        drag.set(now => now && { ...now, over: { id: target._id, name: target.name } })
      },
      onDragOver(event: DragEvent) {
        if (!isAllowed()) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      },
      onDragLeave() {
        if (!target || !isAllowed()) return
        depth.current = Math.max(0, depth.current - 1)
        if (depth.current === 0)
          drag.set(now => (now?.over?.id === target._id ? { ...now, over: null } : now))
      },
      onDrop(event: DragEvent) {
        const now = drag.get()
        depth.current = 0
        if (!now || !target || !isAllowed()) return
        event.preventDefault()
        event.stopPropagation()
        drag.set(null)
        drop(now, target)
      },
    },
  }
}
