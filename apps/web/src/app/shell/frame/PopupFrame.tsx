import { Suspense } from 'react'
import { useLocation } from '../../../lib/router/location.ts'
import { Outlet } from '../../../lib/router/routes.tsx'
import { useStore } from '../../../lib/store.ts'
import { PageLoading } from '../../../ui/progress/PageLoading.tsx'
import { OverlayHost } from '../../OverlayHost.tsx'
import { PageBoundary } from '../../PageBoundary.tsx'
import { SessionManager } from '../../session.tsx'
import { background } from '../../parts/background.ts'
import { ConnectionBar } from '../ConnectionBar.tsx'
import { settled } from '../settled.ts'

const Tooltips = background('Tooltips')

/** Renders a page in a small window: session and dialogs without header and sidebar. */
export function PopupFrame() {
  const { pathname } = useLocation()
  const isSettled = useStore(settled)
  return (
    <>
      <SessionManager />
      <ConnectionBar isStandalone />
      <PageBoundary path={pathname}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </PageBoundary>
      <OverlayHost />
      {isSettled && <Tooltips />}
    </>
  )
}
