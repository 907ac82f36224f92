import type { MouseEvent, KeyboardEvent } from 'react'
import type { Collection } from '@nestmark/contract/shapes'
import { useDragSource, useDropTarget, useIsDragged } from '../../../lib/lists/drag.ts'
import { useLongPress } from '../../../lib/focus/useLongPress.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { formatCollectionName, toMovable } from '../data.ts'
import { openContextMenu } from '../../../ui/menus/contextMenu.ts'
import { listAncestors, type TreeIndex } from '../tree/tree.ts'
import { collectionShortcut } from '../menu/collectionShortcut.ts'

/**
 * Makes a card draggable and a drop target, and runs its keys; a long press selects it. A selected card drags the entire selection.
 * @returns whether the card is dragged, whether `count` dragged items are over it, and the props of its element
 */
export function useCardInput(
  collection: Collection,
  selection: Selection<Collection> | undefined,
  index: TreeIndex | undefined,
) {
  const isDragged = useIsDragged(collection._id)
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
  const onKeyDown = useCardKeys(collection, selection)
  return {
    isDragged,
    isOver,
    count,
    props: { ...dragProps, ...handlers, ...pressProps, onContextMenu, onKeyDown },
  }
}

const bulkShortcuts: ReadonlySet<string> = new Set(['m', 'delete'])
const menuShortcuts: ReadonlySet<string> = new Set(['f', 'e', ...bulkShortcuts])

/**
 * Returns the key handler of a collection card, which runs the entry of its menu with that shortcut. X selects the card
 * of a list with a selection.
 */
function useCardKeys(collection: Collection, selection: Selection<Collection> | undefined) {
  return (event: KeyboardEvent<HTMLElement>) => {
    // Keys on the buttons of a card belong to the buttons.
    if (!(event.target as HTMLElement).matches('[data-main]')) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
    const shortcut = event.key.toLowerCase()
    // The bulk bar runs these.
    if (selection?.active && bulkShortcuts.has(shortcut)) return
    if (shortcut === 'x' && selection) {
      event.preventDefault()
      return selection.toggle(collection)
    }
    if (!menuShortcuts.has(shortcut)) return
    event.preventDefault()
    collectionShortcut.set({ item: collection, shortcut })
  }
}
