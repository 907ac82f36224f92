import { shellTexts } from '@nestmark/texts/shell'
import { uiTexts } from '@nestmark/texts/ui'
import { Suspense } from 'react'
import { useLocation } from '../../../lib/router/location.ts'
import { Outlet } from '../../../lib/router/routes.tsx'
import { currentImport } from '../../../features/importExport/current.ts'
import { DropContext } from '../../../lib/lists/drag.ts'
import { lazyPart } from '../../../lib/lazy.ts'
import { sound } from '../../../lib/media/sound.ts'
import { usePhone, useTablet } from '../../../lib/media/media.ts'
import { isInstalled } from '../../../lib/browser/storage.ts'
import { useStore, useStoreSelector } from '../../../lib/store.ts'
import { token, useToken } from '../../../lib/browser/token.ts'
import { uploads } from '../../../lib/uploads/upload.ts'
import { classes } from '../../../ui/classes.ts'
import { Drawer } from '../../../ui/dialogs/Drawer.tsx'
import { PageLoading } from '../../../ui/progress/PageLoading.tsx'
import { OverlayHost } from '../../OverlayHost.tsx'
import { background } from '../../parts/background.ts'
import { PageBoundary } from '../../PageBoundary.tsx'
import { SessionManager } from '../../session.tsx'
import { BottomStack } from './BottomStack.tsx'
import { ConnectionBar } from '../ConnectionBar.tsx'
import { CookieNotice } from '../CookieNotice.tsx'
import { Dock } from './Dock.tsx'
import css from './Frame.module.css'
import { Header } from './Header.tsx'
import { settled } from '../settled.ts'
import { ShellKeys } from '../ShellKeys.tsx'
import { drawerOpen, sidebarOpen } from '../shellState.ts'
import { Sidebar } from '../sidebar/Sidebar.tsx'
import { SidebarRail } from '../sidebar/SidebarRail.tsx'
import { useDrop } from '../sidebar/useDrop.ts'

const RunningActions = background('RunningActions')
const Tooltips = background('Tooltips')
const FrameTasks = background('FrameTasks')
const PublicHeader = lazyPart(() => import('./PublicHeader.tsx'))
const FavouritesOffline = lazyPart(() => import('../../../features/copies/offline/FavouritesOffline.tsx'))
const UploadTray = lazyPart(() => import('../../../features/files/UploadTray.tsx'))
const SoundBar = lazyPart(() => import('../../../features/files/sound/SoundBar.tsx'))
const RunningImport = background('RunningImport')

/** Loads what the frame of this person shows beside its own code. */
export async function preloadFrame(): Promise<void> {
  if (token.get() === null) await PublicHeader.preload()
}

/** Renders header, sidebar and dock around a page; a reduced header for visitors. */
export function Frame() {
  const signedIn = useToken() !== null
  const phone = usePhone()
  const tablet = useTablet()
  const open = useStore(sidebarOpen)
  const drawer = useStore(drawerOpen)
  const rail = tablet || !open
  const drop = useDrop()
  const hasImport = useStoreSelector(currentImport, ({ phase }) => phase !== 'none')
  const isUploading = useStoreSelector(uploads, list => list.length > 0)
  const hasSound = useStoreSelector(sound, now => now !== null)
  const { pathname } = useLocation()
  const isSettled = useStore(settled)
  return (
    <DropContext value={drop}>
      <SessionManager />
      <a className={css.skipLink} href="#main">
        {uiTexts.skipToContent}
      </a>
      <div id="frame" className={classes(css.frame, rail && css.rail, !signedIn && css.visitor)}>
        {!phone && <div className={css.side}>{signedIn ? rail ? <SidebarRail /> : <Sidebar /> : null}</div>}
        <div className={`stack min0 ${css.main}`}>
          {signedIn ? <Header /> : <PublicHeader />}
          {signedIn && <ConnectionBar />}
          {phone && <CookieNotice />}
          <PageBoundary path={pathname}>
            <Suspense fallback={<PageLoading />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
          {hasSound && <SoundBar />}
        </div>
      </div>
      {signedIn && phone && <Dock />}
      {signedIn && drawer && (phone || tablet) && (
        <Drawer
          label={shellTexts.collections}
          width={phone ? 316 : 280}
          onClose={() => drawerOpen.set(false)}
        >
          <Sidebar inDrawer touch={phone} />
        </Drawer>
      )}
      {signedIn && <ShellKeys />}
      {signedIn && isInstalled() && <FavouritesOffline />}
      <BottomStack>
        {signedIn && (
          <>
            {hasImport && <RunningImport />}
            {isUploading && <UploadTray />}
            {isSettled && <RunningActions />}
          </>
        )}
        {!phone && <CookieNotice />}
      </BottomStack>
      {isSettled && <FrameTasks signedIn={signedIn} />}
      {isSettled && <Tooltips />}
      <OverlayHost />
    </DropContext>
  )
}
