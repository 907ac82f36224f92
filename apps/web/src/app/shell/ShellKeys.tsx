import { useHotkeys } from '../../lib/hotkeys.ts'
import { type OverlayName, type Overlays, openOverlay, overlays } from '../../lib/overlay.ts'
import { captureTyping } from '../../lib/captureTyping.ts'
import { useHere } from './useHere.ts'

/** The keys that work on every page. */
export function ShellKeys() {
  const parent = useHere()
  const open = <Name extends OverlayName>(name: Name, props: Overlays[Name]) => {
    return (event: KeyboardEvent) => {
      // The browser has deeds of its own behind most of these.
      event.preventDefault()
      if (overlays.get().length > 0) return
      if (name === 'goTo') captureTyping()
      openOverlay(name, props)
    }
  }
  useHotkeys({
    'ctrl+l': open('addLink', { parent }),
    'ctrl+shift+l': open('addCollection', { parent }),
    'ctrl+g': open('goTo', {}),
    'ctrl+k': open('shortcuts', {}),
  })
  return null
}
