import { shellTexts } from '@nestmark/texts/shell'
import { Component, type ReactNode } from 'react'
import { overlays } from '../lib/overlays/overlay.ts'
import { useStore } from '../lib/store.ts'
import { toast } from '../lib/toasts.ts'
import { background } from './parts/background.ts'

const OverlayStack = background('OverlayStack')

/** Renders the open dialogs on top of each other. */
export function OverlayHost() {
  const open = useStore(overlays)
  return open.length > 0 ? (
    <OverlayBoundary>
      <OverlayStack open={open} />
    </OverlayBoundary>
  ) : null
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
