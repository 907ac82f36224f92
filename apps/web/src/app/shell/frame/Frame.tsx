import { CookieNotice } from '../CookieNotice.tsx'
import { ShellKeys } from '../ShellKeys.tsx'
import { shellTexts } from '@nestmark/texts/shell'
import { uiTexts } from '@nestmark/texts/ui'
import { Suspense, type ReactNode, useEffect, useRef, useCallback } from 'react'
import { useLocation } from '../../../lib/router/location.ts'
import { Outlet } from '../../../lib/router/routes.tsx'
import { currentImport } from '../../../features/importExport/current.ts'
import { DropContext, type Drag } from '../../../lib/lists/drag.ts'
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
import { ConnectionBar } from '../ConnectionBar.tsx'
import { Dock } from './Dock.tsx'
import css from './Frame.module.css'
import { Header } from './Header.tsx'
import { settled } from '../settled.ts'
import { drawerOpen, sidebarOpen } from '../shellState.ts'
import { Sidebar } from '../sidebar/Sidebar.tsx'
import { SidebarRail } from '../sidebar/SidebarRail.tsx'
import { uploadFiles } from '../../../features/files/loadUploads.ts'
import { useMoveCollections } from '../../../features/collections/data.ts'
import { useMoveLinks } from '../../../features/links/data.ts'
import { useMe } from '../../../features/session/data.ts'

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

/**
 * Stacks notifications at the bottom of the window. A CSS variable contains its height, so that the page leaves
 * space.
 */
function BottomStack({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(entries => {
      for (const { contentRect } of entries) style.setProperty('--nm-bottom-stack', `${contentRect.height}px`)
    })
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--nm-bottom-stack')
    }
  }, [])
  return (
    <div ref={box} className={`stack g8 ${css.stack}`}>
      {children}
    </div>
  )
}

/** Returns a function that moves dropped links and collections into a collection, and uploads dropped files to it. */
function useDrop(): (content: Drag, target: { _id: string; name: string }) => void {
  const { mutate: moveLinks } = useMoveLinks()
  const { mutate: moveCollections } = useMoveCollections()
  const me = useMe()
  const user = me?.user_id
  const root = me?.root_folder
  return useCallback(
    ({ files, every, onDone, ...content }, { _id: move_to, name: parentName }) => {
      if (files?.list) {
        if (user === undefined || root === undefined) return
        return uploadFiles(files.list, { user, root, parent: move_to === root ? null : move_to, parentName })
      }
      if (every) return moveLinks({ every: every.set, except: every.except, move_to }, { onSuccess: onDone })
      const isElsewhere = (moved: { parent: string | null }) => moved.parent !== move_to
      const links = content.links.filter(isElsewhere).map(moved => moved._id)
      const folders = content.collections.filter(isElsewhere).map(moved => moved._id)
      if (links.length > 0) moveLinks({ links, move_to }, { onSuccess: onDone })
      if (folders.length > 0) moveCollections({ folders, move_to }, { onSuccess: onDone })
    },
    [moveLinks, moveCollections, user, root],
  )
}
