import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** How long the tray stays after its last upload, in milliseconds. */
const duration = 8_000

/**
 * Closes the tray some seconds after all uploads are done, unless the pointer or the focus is in it.
 * @param isDone all uploads ended without a failure
 */
export function useTrayTimeout(tray: RefObject<HTMLElement | null>, isDone: boolean, onEnd: () => void) {
  const [isHovered, setHovered] = useState(false)
  const end = useEffectEvent(() => {
    if (!tray.current?.contains(document.activeElement)) onEnd()
  })
  useEffect(() => {
    if (!isDone || isHovered) return
    const timer = setInterval(end, duration)
    return () => clearInterval(timer)
  }, [isDone, isHovered])
  return { onPointerEnter: () => setHovered(true), onPointerLeave: () => setHovered(false) }
}
