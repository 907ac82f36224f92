import { useEventListener } from '../../../lib/focus/useEventListener.ts'

/**
 * Calls back when a highlight, or the text beside it, is clicked. A click that ends a selection, or is on a link, is none.
 * @param findAt returns the id of the highlight at a point of the window
 * @param onPick null: none is there
 */
export function useHighlightClicks(
  element: HTMLElement | null,
  findAt: (x: number, y: number) => string | null,
  onPick: (id: string | null) => void,
): void {
  const onClick = ({ clientX, clientY, target }: MouseEvent) => {
    const isLink = target instanceof Element && target.closest('a, button, summary')
    if (!isLink && document.getSelection()?.isCollapsed !== false) onPick(findAt(clientX, clientY))
  }
  useEventListener('click', onClick, element)
}
