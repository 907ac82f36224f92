import { lazy, Suspense } from 'react'
import { overlays } from '../lib/overlay.ts'
import { useStorePart } from '../lib/store.ts'

const OverlayStack = lazy(() => import('./OverlayStack.tsx'))

/** Nothing, until a dialog is opened. */
export function OverlayHost() {
  const any = useStorePart(overlays, open => open.length > 0)
  return any ? (
    <Suspense fallback={null}>
      <OverlayStack />
    </Suspense>
  ) : null
}
