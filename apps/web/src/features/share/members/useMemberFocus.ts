import { type RefCallback, useEffect, useState } from 'react'

/**
 * Holds the focus in the dialog when the row of a member moves to another list or is removed: it follows the row,
 * or moves to the field for the next member.
 */
export function useMemberFocus(): { place: RefCallback<HTMLElement>; keep: (id: string) => void } {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [awaited, setAwaited] = useState<string | null>(null)
  useEffect(() => {
    if (awaited === null || !place) return
    // The menu first returns the focus to its row, which may be removed.
    const frame = requestAnimationFrame(() => {
      setAwaited(null)
      if (document.activeElement && document.activeElement !== document.body) return
      const dialog = place.closest('[role=dialog]')
      const target =
        dialog?.querySelector<HTMLElement>(`[data-member="${CSS.escape(awaited)}"] button`) ??
        dialog?.querySelector<HTMLElement>('input[type=email]') ??
        dialog?.querySelector<HTMLElement>('input:checked')
      target?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [awaited, place])
  return { place: setPlace, keep: setAwaited }
}
