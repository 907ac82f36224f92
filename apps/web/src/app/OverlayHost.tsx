import { shellTexts } from '@nestmark/texts/shell'
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { overlays } from '../lib/overlay.ts'
import { useStoreSelector } from '../lib/store.ts'
import { toast } from '../lib/toasts.ts'

const load = () => import('./OverlayStack.tsx')
const OverlayStack = lazy(load)

/** Fetches what every dialog needs, when the pointer nears a button that opens one. */
export function prepareDialogs(): void {
  // What cannot be fetched now is said when the dialog is really opened.
  void load().catch(() => undefined)
}

/** Fetches the forms and the list of what waits, so that they can be opened when the network is gone. */
export function prepareForms(): void {
  prepareDialogs()
  for (const form of [
    import('../features/links/LinkForm.tsx'),
    import('../features/collections/CollectionForm.tsx'),
    import('../features/links/MoveDialog.tsx'),
    import('../features/links/TrashDialog.tsx'),
    import('./Outbox.tsx'),
  ])
    form.catch(() => undefined)
}

/** Nothing, until a dialog is opened. */
export function OverlayHost() {
  const any = useStoreSelector(overlays, open => open.length > 0)
  return any ? (
    <OverlayBoundary>
      <Suspense fallback={null}>
        <OverlayStack />
      </Suspense>
    </OverlayBoundary>
  ) : null
}

/** A dialog that fails, or whose code cannot be loaded, says so and leaves the page as it is. */
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
