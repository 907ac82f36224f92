import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { PageLoading } from '../../ui/PageLoading.tsx'
import { OverlayHost } from '../OverlayHost.tsx'
import { PageBoundary } from '../PageBoundary.tsx'
import { SessionManager } from '../session.tsx'
import { ConnectionBar } from './ConnectionBar.tsx'

/** Renders a page in a small window: session and dialogs without header and sidebar. */
export function PopupFrame() {
  const { pathname } = useLocation()
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
    </>
  )
}
