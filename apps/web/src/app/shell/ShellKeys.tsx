import { actionTexts } from '@nestmark/texts/actions'
import { useEffect } from 'react'
import { captureTyping } from '../../lib/captureTyping.ts'
import { isTyping, useHotkeys } from '../../lib/hotkeys.ts'
import { closeOverlay, type OverlayName, type Overlays, openOverlay, overlays } from '../../lib/overlay.ts'
import { toast, undoLastChange } from '../../lib/toasts.ts'
import { preloadPalette } from '../OverlayHost.tsx'
import { useCurrentCollectionId } from './useCurrentCollectionId.ts'

/** The page loads its own content first. */
const preloadDelay = 3000

/** Registers the keys that work on every page, and preloads the palette that two of them open. */
export function ShellKeys() {
  const parent = useCurrentCollectionId()
  useEffect(() => {
    const timer = setTimeout(preloadPalette, preloadDelay)
    return () => clearTimeout(timer)
  }, [])
  const open = <Name extends OverlayName>(name: Name, props: Overlays[Name]) => {
    return (event: KeyboardEvent) => {
      // Most of these keys have a browser default.
      event.preventDefault()
      if (overlays.get().length > 0) {
        // The key that opens the palette also closes it.
        if (name === 'palette' && overlays.get().at(-1)?.name === 'palette') closeOverlay()
        return
      }
      if (name === 'palette' || name === 'addLink') captureTyping()
      openOverlay(name, props)
    }
  }
  useHotkeys({
    'ctrl+l': open('addLink', { parent }),
    'ctrl+shift+l': open('addCollection', { parent }),
    'ctrl+g': open('palette', { parent, only: 'collections' }),
    'ctrl+k': open('palette', { parent }),
    '?': open('shortcuts', {}),
    'ctrl+z': event => {
      // In a field it undoes typing.
      if (isTyping(event.target) || overlays.get().length > 0) return
      event.preventDefault()
      if (!undoLastChange()) toast({ tone: 'info', title: actionTexts.nothingToUndo })
    },
  })
  return null
}
