import type { MouseEvent } from 'react'
import type { Collection } from '@nestmark/contract/shapes'
import { drag, useDragSource, useDropTarget } from '../../../lib/lists/drag.ts'
import { useLongPress } from '../../../lib/focus/useLongPress.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { useStoreSelector } from '../../../lib/store.ts'
import { toMovable } from '../toMovable.ts'
import { formatCollectionName } from '../data.ts'
import { openContextMenu } from '../../../ui/menus/contextMenu.ts'
import { listAncestors, type TreeIndex } from '../tree/tree.ts'

/**
 * Makes a card draggable and a drop target; a long press selects it. A selected card drags the entire selection.
 * @returns whether the card is dragged, whether `count` dragged items are over it, and the props of its element
 */
export function useCardDrag(
  collection: Collection,
  selection: Selection<Collection> | undefined,
  index: TreeIndex | undefined,
) {
  const isDragged = useStoreSelector(
    drag,
    content => content?.collections.some(moved => moved._id === collection._id) ?? false,
  )
  const { isOver, count, handlers } = useDropTarget({
    _id: collection._id,
    name: formatCollectionName(collection),
    canAdd: collection.can.add,
    path: index && listAncestors(index, collection._id).map(ancestor => ancestor.id),
  })
  const dragProps = useDragSource(() => {
    if (!collection.can.move) return null
    const picture = collection.thumbnails[0]
    if (!selection?.has(collection._id)) return { links: [], collections: [toMovable(collection)], picture }
    // After 'Select all' the page does not know all names; only the bulk bar moves everything.
    if (selection.every) return null
    const movable = [...selection.items.values()].filter(one => one.can.move)
    return { links: [], collections: movable.map(toMovable), picture, onDone: selection.clear }
  })
  const pressProps = useLongPress(() => selection?.toggle(collection))
  const select = () => {
    if (!selection?.has(collection._id)) selection?.toggle(collection)
  }
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    pressProps.onContextMenu(event)
    openContextMenu(event, selection?.active ? select : undefined)
  }
  return { isDragged, isOver, count, props: { ...dragProps, ...handlers, ...pressProps, onContextMenu } }
}
