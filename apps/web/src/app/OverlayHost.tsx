import { shellTexts } from '@nestmark/texts/shell'
import { Component, type ComponentType, type ReactNode } from 'react'
import { useHotkeys } from '../lib/hotkeys.ts'
import { closeOverlay, type OpenOverlay, overlays } from '../lib/overlay.ts'
import { useStore } from '../lib/store.ts'
import { toast } from '../lib/toasts.ts'
import { registry } from './overlays.ts'

/** Renders the open dialogs on top of each other. */
export function OverlayHost() {
  const open = useStore(overlays)
  return open.length > 0 ? (
    <OverlayBoundary>
      <OverlayStack open={open} />
    </OverlayBoundary>
  ) : null
}

function OverlayStack({ open }: { open: readonly OpenOverlay[] }) {
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

/** Shows a toast when a dialog fails or its code cannot be loaded. The page is not changed. */
class OverlayBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    console.error(error)
    overlays.set([])
    toast({
      tone: 'danger',
      title: shellTexts.dialogFailed,
      action: { label: shellTexts.reload, run: () => location.reload() },
      duration: 8000,
    })
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
