import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Calls a handler when Esc is pressed while a dialog is the topmost one. It listens on the document, because a dialog
 * that has just opened has no focus yet; `OverlayStack` listens on the window and is called after it.
 * @param onEscape undefined leaves the key to `OverlayStack`
 */
export function useEscape(panel: RefObject<HTMLElement | null>, onEscape: (() => void) | undefined): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (!onEscape || event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    const isTopmost = [...document.querySelectorAll('[role=dialog]')].at(-1) === panel.current
    if (!isTopmost || document.querySelector('[role=menu]')) return
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => listen(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
