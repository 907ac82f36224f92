import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Size, Spot } from './spot.ts'

/**
 * Places an element in the window by its own size, which is known once it is there. Every rendering places it anew.
 * @param place returns the spot for a size; null leaves the element where it is
 * @returns the reference for the element, and a function that places it anew
 */
export function usePlacement<E extends HTMLElement>(place: (size: Size, element: E) => Spot | null) {
  const placedRef = useRef<E>(null)
  const update = () => {
    const element = placedRef.current
    const spot = element && place({ width: element.offsetWidth, height: element.offsetHeight }, element)
    if (!spot) return
    element.style.left = `${spot.left}px`
    element.style.top = `${spot.top}px`
  }
  useLayoutEffect(update)
  return { placedRef, update }
}
