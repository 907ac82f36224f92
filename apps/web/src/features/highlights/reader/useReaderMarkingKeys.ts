import type { HighlightStyle } from '@nestmark/contract/reading/highlightShapes'
import { connection } from '../../../lib/connection.ts'
import { useHotkeys } from '../../../lib/focus/hotkeys.ts'
import { isCovered } from '../../../lib/overlays/overlay.ts'
import { openComment } from '../commentForms.ts'
import { styles } from '../list/highlightQuery.ts'
import { stepTo } from './readerOrder.ts'
import type { ReaderMarking } from './useReaderMarking.ts'

/** Elements that Enter activates. */
const activated = 'a, button, summary, input, select, textarea, [role=button]'

/**
 * Handles the keys of highlights in the reader and the PDF viewer: 1 to 4 and C on the selected words or the current highlight,
 * P and N between highlights, Ctrl+C, Delete and Enter on the current one, Esc.
 */
export function useReaderMarkingKeys(
  marking: ReaderMarking,
  {
    ids,
    findNext,
    reveal,
    open,
  }: {
    /** The highlights on the page, in its order. */
    ids: readonly string[]
    /** Returns the index of the first one after the place that is read. */
    findNext: () => number
    /** Scrolls to a highlight. */
    reveal: (id: string) => void
    /** Shows the current highlight with its actions. */
    open: () => void
  },
): void {
  const { current, page, actions, selected } = marking
  const run = (action: () => boolean) => (event: KeyboardEvent) => {
    if (isCovered() || document.querySelector('[aria-modal=true]')) return
    if (action()) event.preventDefault()
  }
  const setStyle = (style: HighlightStyle) =>
    run(() => {
      if (selected) marking.create(style)
      else if (current) actions.setStyle(current, style)
      return selected !== null || current !== undefined
    })
  const step = (by: 1 | -1) =>
    run(() => {
      const id = stepTo(ids, current?._id ?? null, by, findNext())
      if (id === undefined) return false
      marking.setCurrent(id)
      reveal(id)
      return true
    })
  useHotkeys({
    ...Object.fromEntries(styles.map(style => [String(style), setStyle(style)])),
    c: run(() => {
      if (selected) marking.create()
      else if (current) {
        openComment.set(current._id)
        open()
      }
      return selected !== null || current !== undefined
    }),
    n: step(1),
    p: step(-1),
    'ctrl+c': run(() => {
      if (!current || !page || document.getSelection()?.isCollapsed === false) return false
      actions.copyQuote(current, page)
      return true
    }),
    delete: run(() => {
      if (!current || !page || connection.get() !== 'up') return false
      actions.deleteOne(current, page)
      return true
    }),
    enter: event => {
      if (!current || (event.target instanceof Element && event.target.closest(activated))) return
      run(() => (open(), true))(event)
    },
    escape: run(() => {
      if (selected) marking.endSelection()
      else if (marking.refused) marking.endRefusal()
      else if (current) marking.setCurrent(null)
      else return false
      return true
    }),
  })
}
