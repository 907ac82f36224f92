import { type RefObject, useCallback, useState } from 'react'
import { useEventListener } from '../../../lib/focus/useEventListener.ts'

/** The full screen of phones that show only the video itself. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void
}

export interface FullScreen {
  isOn: boolean
  toggle: (() => void) | undefined
}

/** Returns whether a player fills the screen, and a function that changes it; undefined where the browser cannot. */
export function useFullScreen(
  box: RefObject<HTMLElement | null>,
  video: HTMLVideoElement | null,
): FullScreen {
  const [isOn, setIsOn] = useState(false)
  useEventListener('fullscreenchange', () =>
    setIsOn(document.fullscreenElement !== null && document.fullscreenElement === box.current),
  )
  const phone = video as PhoneVideo | null
  const canFill = document.fullscreenEnabled || phone?.webkitEnterFullscreen !== undefined
  const toggle = useCallback(() => {
    // The browser may refuse it, for example in a frame.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    else if (document.fullscreenEnabled) void box.current?.requestFullscreen().catch(() => undefined)
    else phone?.webkitEnterFullscreen?.()
  }, [box, phone])
  return { isOn, toggle: canFill ? toggle : undefined }
}
