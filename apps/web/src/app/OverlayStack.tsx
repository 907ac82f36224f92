import type { ComponentType } from 'react'
import { useHotkeys } from '../lib/focus/hotkeys.ts'
import { closeOverlay, type OpenOverlay } from '../lib/overlays/overlay.ts'
import { registry } from './overlays.ts'

/** The open dialogs on top of each other. */
export default function OverlayStack({ open }: { open: readonly OpenOverlay[] }) {
  useHotkeys({
    escape: event => {
      const top = open.at(-1)
      if (!top || document.querySelector('[role=menu]')) return
      event.preventDefault()
      closeOverlay(top.key)
    },
  })
  return open.map(overlay => {
    const Overlay = registry[overlay.name] as ComponentType<{ onClose: () => void }>
    return <Overlay key={overlay.key} {...overlay.props} onClose={() => closeOverlay(overlay.key)} />
  })
}
