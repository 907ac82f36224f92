import type { MouseEvent } from 'react'
import { useDragSource, useIsDragged } from '../../../../lib/lists/drag.ts'
import { useLongPress } from '../../../../lib/focus/useLongPress.ts'
import { openContextMenu } from '../../../../ui/menus/contextMenu.ts'
import { isSelectable } from '../../linkDisplay.ts'
import type { LinkItemProps } from '../items/linkItem.ts'

/**
 * Returns the handlers that make a card or row draggable and select it on a long press, and whether it is being
 * dragged.
 */
export function useLinkDrag({
  link,
  index,
  selecting,
  selected,
  onToggle,
  getDragContent,
}: Pick<LinkItemProps, 'link' | 'index' | 'selecting' | 'selected' | 'onToggle' | 'getDragContent'>) {
  const dragProps = useDragSource(() => getDragContent(link))
  const pressProps = useLongPress(() => isSelectable(link) && onToggle(index, false))
  const isDragged = useIsDragged(link._id)
  const select = () => {
    if (!selected) onToggle(index, false)
  }
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    pressProps.onContextMenu(event)
    openContextMenu(event, selecting && (selected || isSelectable(link)) ? select : undefined)
  }
  return { dragProps: { ...dragProps, ...pressProps, onContextMenu }, isDragged }
}
