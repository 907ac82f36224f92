import { type DragEvent, type MouseEvent, type PointerEvent, useMemo, useRef } from 'react'
import { useStableCallback } from '../useStableCallback.ts'

/** The minimum duration of a long press, in milliseconds, and the maximum movement, in pixels. */
const [longPressMs, tolerance] = [450, 10]

/**
 * Returns the handlers of an element that reacts to a long press with a finger or pen. The press then neither opens
 * the element, nor its context menu, nor starts a drag. Buttons and fields inside handle their own presses.
 */
export function useLongPress(onLongPress: () => unknown) {
  const run = useStableCallback(onLongPress)
  const press = useRef({ timer: 0, x: 0, y: 0, isTouch: false, wasLong: false })
  return useMemo(() => {
    const end = (event: PointerEvent<HTMLElement>) => {
      clearTimeout(press.current.timer)
      delete event.currentTarget.dataset.pressed
    }
    return {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const element = event.currentTarget
        clearTimeout(press.current.timer)
        const isTouch = event.pointerType !== 'mouse'
        press.current = { timer: 0, x: event.clientX, y: event.clientY, isTouch, wasLong: false }
        if (!isTouch || (event.target as Element).closest('button, input, label, select')) return
        element.dataset.pressed = ''
        press.current.timer = window.setTimeout(() => {
          press.current.wasLong = true
          delete element.dataset.pressed
          // Allowed only after a touch, and not on every device.
          navigator.vibrate?.(10)
          run()
        }, longPressMs)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const { x, y, timer } = press.current
        if (timer && Math.hypot(event.clientX - x, event.clientY - y) > tolerance) end(event)
      },
      onPointerUp: end,
      onPointerCancel: end,
      onClickCapture: (event: MouseEvent) => {
        if (!press.current.wasLong) return
        press.current.wasLong = false
        event.preventDefault()
        event.stopPropagation()
      },
      onContextMenu: (event: MouseEvent) => {
        if (press.current.isTouch) event.preventDefault()
      },
      onDragStartCapture: (event: DragEvent) => {
        if (!press.current.isTouch) return
        event.preventDefault()
        event.stopPropagation()
      },
    }
  }, [run])
}
