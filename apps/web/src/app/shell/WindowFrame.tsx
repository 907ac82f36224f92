import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { PageWaiting } from '../../ui/PageWaiting.tsx'
import { OverlayHost } from '../OverlayHost.tsx'
import { PageBoundary } from '../PageBoundary.tsx'
import { SessionKeeper } from '../session.tsx'
import { ConnectionBar } from './ConnectionBar.tsx'

/** Around a page in a small window of its own: the session and the dialogs, no header and no sidebar. */
export function WindowFrame() {
  const { pathname } = useLocation()
  return (
    <>
      <SessionKeeper />
      <ConnectionBar alone />
      <PageBoundary at={pathname}>
        <Suspense fallback={<PageWaiting />}>
          <Outlet />
        </Suspense>
      </PageBoundary>
      <OverlayHost />
    </>
  )
}
