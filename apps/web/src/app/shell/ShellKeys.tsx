import { useHotkeys } from '../../lib/hotkeys.ts'
import { type OverlayName, type Overlays, openOverlay, overlays } from '../../lib/overlay.ts'
import { captureTyping } from '../../lib/captureTyping.ts'
import { useCurrentCollectionId } from './useCurrentCollectionId.ts'

/** Registers the keys that work on every page. */
export function ShellKeys() {
  const parent = useCurrentCollectionId()
  const open = <Name extends OverlayName>(name: Name, props: Overlays[Name]) => {
    return (event: KeyboardEvent) => {
      // Most of these keys have a browser default.
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
