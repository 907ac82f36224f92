import { type ComponentType, Suspense } from 'react'
import { useHotkeys } from '../lib/hotkeys.ts'
import { closeOverlay, overlays } from '../lib/overlay.ts'
import { useStore } from '../lib/store.ts'
import { registry } from './overlays.tsx'

/** Renders the open dialogs on top of each other. Its code is loaded with the first dialog. */
export default function OverlayStack() {
  const open = useStore(overlays)
  useHotkeys({
    escape: event => {
      const top = open.at(-1)
      if (!top || document.querySelector('[role=menu]')) return
      event.preventDefault()
      closeOverlay(top.key)
    },
  })
  return (
    <>
      {open.map(overlay => {
        const Overlay = registry[overlay.name] as ComponentType<{ onClose: () => void }>
        return (
          <Suspense key={overlay.key} fallback={null}>
            <Overlay {...overlay.props} onClose={() => closeOverlay(overlay.key)} />
          </Suspense>
        )
      })}
    </>
  )
}
