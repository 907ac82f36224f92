import { createContext, type DragEvent, use, useRef } from 'react'
import type { AllLinks, Movable } from './chosenItems.ts'
import { createStore, useStoreSelector } from '../store.ts'

/** The state of a drag: its items, the pointer position, and the collection under the pointer. */
export interface Drag {
  links: Movable[]
  collections: Movable[]
  /** All links of a list except a few, instead of listed links. */
  every?: AllLinks
  picture?: string
  /** Files from outside of the browser: their media types, and at the drop the files themselves. */
  files?: { types: readonly string[]; list?: readonly File[] }
  /** Runs after the dragged items have been moved. */
  onDone?: () => void
  x: number
  y: number
  /** With `problem`, the items may not be dropped there. */
  over: { id: string; name: string; problem?: DropProblem } | null
}

/** The items of a drag. */
export type DragContent = Omit<Drag, 'x' | 'y' | 'over'>

/** The current drag, or null. The browser hides a drag's data until the drop, so it is stored here. */
export const drag = createStore<Drag | null>(null)

/** A collection as a drop target. `path` contains its ancestors' IDs where they are known. */
export interface DropTarget {
  _id: string
  name: string
  canAdd: boolean
  path?: readonly string[]
}

/** Executes a drop. The shell provides it, because collections and links do not import each other there. */
export const DropContext = createContext<(dragged: Drag, target: { _id: string; name: string }) => void>(
  () => {},
)

/** Returns whether an item is dragged. */
export const useIsDragged = (id: string): boolean =>
  useStoreSelector(drag, now =>
    [now?.links, now?.collections].some(items => items?.some(item => item._id === id)),
  )

/** Returns the number of dragged items. */
function countDragged({ links, collections, every, files }: Drag): number {
  return files?.types.length ?? every?.count ?? links.length + collections.length
}

/** Why a drag may not be dropped into a collection: no write access, inside itself, or it is already in it. */
export type DropProblem = 'readOnly' | 'inside' | 'same'

/** Returns why a drag may not be dropped into a collection; undefined where it may. */
function findDropProblem(dragged: Drag, target: DropTarget): DropProblem | undefined {
  if (!target.canAdd) return 'readOnly'
  if (dragged.files) return undefined
  for (const moved of dragged.collections)
    if (moved._id === target._id || target.path?.includes(moved._id)) return 'inside'
  const isElsewhere = dragged.every
    ? dragged.every.set.include_sub === 1 || dragged.every.set.folder_id !== target._id
    : [...dragged.links, ...dragged.collections].some(moved => moved.parent !== target._id)
  return isElsewhere ? undefined : 'same'
}

/**
 * Returns the handlers of a draggable element. `getContent` returns the dragged items: the item itself or the
 * selection.
 */
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
      // The page renders its own drag image ('Move to …'), because the browser's cannot change during a drag.
      const emptyImage = document.createElement('canvas')
      event.dataTransfer.setDragImage(emptyImage, 0, 0)
      const { clientX: x, clientY: y } = event
      // Chromium ends the drag immediately when the page changes inside dragstart.
      setTimeout(() => drag.set({ ...content, x, y, over: null }))
    },
    onDragEnd: () => drag.set(null),
  }
}

/** Returns the handlers of a card or row that accepts drops. */
export function useDropTarget(target: DropTarget | null) {
  const drop = use(DropContext)
  const depth = useRef(0)
  const isOver = useStoreSelector(
    drag,
    now => target !== null && now?.over?.id === target._id && !now.over.problem,
  )
  const count = useStoreSelector(drag, now => (isOver && now ? countDragged(now) : 0))
  const isAllowed = () => {
    const now = drag.get()
    return now !== null && target !== null && findDropProblem(now, target) === undefined
  }
  return {
    isOver,
    count,
    handlers: {
      onDragEnter(event: DragEvent) {
        const now = drag.get()
        if (!target || !now) return
        const problem = findDropProblem(now, target)
        if (!problem) event.preventDefault()
        // A drag that ended here without a drop has left no event.
        if (now.over?.id !== target._id) depth.current = 0
        depth.current++
        drag.set({ ...now, over: { id: target._id, name: target.name, ...(problem && { problem }) } })
      },
      onDragOver(event: DragEvent) {
        if (!isAllowed()) return
        event.preventDefault()
        event.dataTransfer.dropEffect = drag.get()?.files ? 'copy' : 'move'
      },
      onDragLeave() {
        if (!target) return
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
        const { files } = now
        drop(files ? { ...now, files: { ...files, list: [...event.dataTransfer.files] } } : now, target)
      },
    },
  }
}
