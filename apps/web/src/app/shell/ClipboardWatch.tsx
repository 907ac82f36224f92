import { useEffect, useEffectEvent, useRef } from 'react'
import { useMe } from '../../features/session/data.ts'
import { openOverlay, overlays } from '../../lib/overlay.ts'
import { useHere } from './useHere.ts'

/** When one comes back to the window: offers what was copied, or asks once whether it may. */
export default function ClipboardWatch() {
  const parent = useHere()
  const me = useMe()
  const asked = useRef(false)
  const look = useEffectEvent(async () => {
    // The person's choice may have been made on another device: nobody is asked before it is known.
    if (!me) return
    const { canReadClipboard, clipboardChoice, offerCopied } =
      await import('../../features/links/clipboard.ts')
    if (!canReadClipboard() || overlays.get().length > 0) return
    const choice = clipboardChoice() ?? (me.clipboard_access === null ? null : me.clipboard_access === 1)
    // Without the browser's permission there is nothing to say here: it was said when it was asked for.
    if (choice) offerCopied(parent).catch(() => undefined)
    else if (choice === null && !asked.current) {
      // Put away without an answer, it comes again with the next visit.
      asked.current = true
      openOverlay('clipboardAsk', { parent })
    }
  })
  useEffect(() => {
    // Code that cannot be fetched now is fetched at the next return.
    const onFocus = () => void look().catch(() => undefined)
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])
  return null
}
