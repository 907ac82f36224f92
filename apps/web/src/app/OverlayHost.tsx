import { shellTexts } from '@nestmark/texts/shell'
import { Component, type ReactNode, Suspense } from 'react'
import { preloadUploads } from '../features/files/loadUploads.ts'
import { preloadSender } from '../lib/outbox/send.ts'
import { overlays } from '../lib/overlay.ts'
import { useStoreSelector } from '../lib/store.ts'
import { toast } from '../lib/toasts.ts'
import { preloadable } from './preloadable.tsx'

const OverlayStack = preloadable(() => import('./OverlayStack.tsx'))

/** Preloads the code that all dialogs share, when the pointer or focus reaches a button that opens one. */
export function preloadDialogs(): void {
  // The error is shown when the dialog is opened.
  void OverlayStack.preload().catch(() => undefined)
}

/** Preloads the palette when a key or a finger is about to open it. */
export function preloadPalette(): void {
  preloadDialogs()
  void import('./overlays.tsx').then(({ Palette }) => Palette.preload()).catch(() => undefined)
}

/**
 * Preloads the palette, the forms, uploads, the outbox and its dialog, so that they open immediately and without a
 * connection.
 */
export function preloadForms(): void {
  preloadPalette()
  preloadUploads()
  preloadSender()
  for (const form of [
    import('./slots/AddLink.tsx'),
    import('../features/links/form/EditLink.tsx'),
    import('./slots/CollectionDialog.tsx'),
    import('../features/links/MoveDialog.tsx'),
    import('../features/links/TrashDialog.tsx'),
    import('./Outbox.tsx'),
    import('../features/files/DropRim.tsx'),
  ])
    form.catch(() => undefined)
}

/** Renders the open dialogs. Loads their code with the first one. */
export function OverlayHost() {
  const isOpen = useStoreSelector(overlays, open => open.length > 0)
  return isOpen ? (
    <OverlayBoundary>
      <Suspense fallback={null}>
        <OverlayStack />
      </Suspense>
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
