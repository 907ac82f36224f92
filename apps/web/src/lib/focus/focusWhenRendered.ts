import { hasNoFocus } from './hasNoFocus.ts'

/** How long a row may take to be loaded and rendered, in milliseconds. */
const maxWait = 10_000

/**
 * Focuses the main control of a row. A distant row is rendered only after the scroll, and its page may still be
 * loading, so it retries in each frame until the row is rendered, or the focus has moved elsewhere.
 * @param list contains rows with `data-place` and a control with `data-main`
 */
export function focusWhenRendered(list: HTMLElement, index: number): void {
  const from = document.activeElement
  const end = performance.now() + maxWait
  const attempt = () => {
    const main = list.querySelector<HTMLElement>(`[data-place="${index}"] [data-main]`)
    if (main) return main.focus({ preventScroll: true })
    // The row that had the focus may be removed after the scroll.
    const isFree = document.activeElement === from || hasNoFocus()
    if (isFree && performance.now() < end) requestAnimationFrame(attempt)
  }
  attempt()
}
