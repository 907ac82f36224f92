import { drag, useDragSource } from '../../../lib/drag.ts'
import { useStoreSelector } from '../../../lib/store.ts'
import type { LinkItemProps } from './linkItem.ts'

/** Returns the handlers that make a card or row draggable, and whether it is being dragged. */
export function useLinkDrag({ link, getDragContent }: Pick<LinkItemProps, 'link' | 'getDragContent'>) {
  const dragProps = useDragSource(() => getDragContent(link))
  const isDragged = useStoreSelector(
    drag,
    content => content?.links.some(moved => moved._id === link._id) ?? false,
  )
  return { dragProps, isDragged }
}
