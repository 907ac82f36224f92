import { type RefObject, useEffect, useEffectEvent } from 'react'

/** The part of its height beyond which a released sheet closes. */
const closeRatio = 0.3
/** The speed of a flick that closes the sheet, in pixels per millisecond. */
const flickSpeed = 0.5
/** The distance after which a touch is a swipe, in pixels. */
const tolerance = 6
const excluded = 'input, textarea, select, [role=slider], iframe, video, audio, [draggable=true]'

/**
 * Makes a bottom sheet follow a finger downwards. It closes beyond 30 % of its height or after a flick, and springs
 * back otherwise. Content that can scroll up scrolls first.
 * @param enabled false when the panel is not a bottom sheet
 */
export function useSheetSwipe(
  panel: RefObject<HTMLElement | null>,
  enabled: boolean,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const sheet = panel.current
    if (!sheet || !enabled) return
    let start: { x: number; y: number; at: number } | undefined
    let isSwiping = false
    let distance = 0

    const onStart = (event: TouchEvent) => {
      const [touch] = event.touches
      const isSingle = event.touches.length === 1 && touch
      start = isSingle && canSwipe(event.target, sheet) ? at(touch, event) : undefined
      isSwiping = false
    }
    const onMove = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!start || !touch) return
      const down = touch.clientY - start.y
      if (!isSwiping) {
        const sideways = Math.abs(touch.clientX - start.x)
        if (Math.abs(down) < tolerance && sideways < tolerance) return
        if (down <= 0 || sideways > down) {
          start = undefined
          return
        }
        isSwiping = true
        start = at(touch, event)
      }
      // The content must not scroll at the same time.
      if (event.cancelable) event.preventDefault()
      distance = Math.max(0, touch.clientY - start.y)
      sheet.style.transition = 'none'
      sheet.style.transform = `translateY(${distance}px)`
    }
    const onEnd = (event: TouchEvent) => {
      if (!start || !isSwiping) return
      const speed = distance / Math.max(1, event.timeStamp - start.at)
      start = undefined
      isSwiping = false
      sheet.style.transition = ''
      if (event.type === 'touchend' && (distance > sheet.offsetHeight * closeRatio || speed > flickSpeed))
        close()
      // The dialog may remain open, such as one with unsaved changes.
      requestAnimationFrame(() => {
        sheet.style.transform = ''
      })
    }
    const ending = new AbortController()
    const { signal } = ending
    sheet.addEventListener('touchstart', onStart, { signal, passive: true })
    sheet.addEventListener('touchmove', onMove, { signal, passive: false })
    sheet.addEventListener('touchend', onEnd, { signal })
    sheet.addEventListener('touchcancel', onEnd, { signal })
    return () => ending.abort()
  }, [panel, enabled])
}

const at = (touch: Touch, event: TouchEvent) => ({ x: touch.clientX, y: touch.clientY, at: event.timeStamp })

/** Returns whether a touch may begin a swipe: not in a field, and nothing around it can scroll up. */
function canSwipe(target: EventTarget | null, sheet: HTMLElement): boolean {
  if (!(target instanceof Element) || target.closest(excluded)) return false
  for (let each: Element | null = target; each && each !== sheet.parentElement; each = each.parentElement)
    if (each.scrollTop > 0) return false
  return true
}
