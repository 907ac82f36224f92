import { captureTyping } from '../../lib/focus/captureTyping.ts'
import { useHotkeys } from '../../lib/focus/hotkeys.ts'
import {
  closeOverlay,
  type OverlayName,
  type Overlays,
  openOverlay,
  overlays,
} from '../../lib/overlays/overlay.ts'
import { undoByKey } from '../../lib/undo/undoByKey.ts'
import { useCurrentCollectionId } from './useCurrentCollectionId.ts'

/** Registers the keys that work on every page. */
export function ShellKeys() {
  const parent = useCurrentCollectionId()
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
    'ctrl+z': undoByKey,
  })
  return null
}
