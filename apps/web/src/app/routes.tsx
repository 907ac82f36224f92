import { type ComponentType, createElement, isValidElement, Suspense } from 'react'
import {
  createRoutesFromElements,
  type Location,
  matchRoutes,
  Navigate,
  Route,
  Routes,
  useLocation,
  useRoutes,
} from 'react-router'
import { type LazyComponent, lazyPage } from '../lib/lazy.ts'
import { isServerSettingOn } from '../lib/serverSetting.ts'
import { hasSite, sitePaths } from '../lib/site.ts'
import DashboardPage from '../pages/DashboardPage.tsx'
import { PageLoading } from '../ui/progress/PageLoading.tsx'
import { frequent } from './parts/parts.ts'
import { Frame } from './shell/frame/Frame.tsx'
import { PopupFrame } from './shell/frame/PopupFrame.tsx'
import { ScrollRestoration } from './shell/frame/ScrollRestoration.tsx'
import { RequireSession } from './session.tsx'
import { FeatureSlots } from './slots/FeatureSlots.tsx'

const LinkOverlay = frequent('LinkOverlay')
const SitePage = lazyPage(() => import('../pages/SitePage.tsx'))
const SignInPage = lazyPage(() => import('../pages/SignInPage.tsx'))

/** Returns a page whose code is loaded when it is opened. */
const page = (load: () => Promise<{ default: ComponentType }>) => createElement(lazyPage(load))

/** The server has no account yet. It says so on this page only. */
const isFirstVisit = isServerSettingOn('first-account')

/** Maps addresses to pages: one line for each page. */
const routes = createRoutesFromElements(
  <>
    <Route element={<Frame />}>
      <Route element={<RequireSession />}>
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/collections" element={page(() => import('../pages/collection/CollectionsPage.tsx'))} />
        <Route path="/search" element={page(() => import('../pages/SearchPage.tsx'))} />
        <Route path="/favourites" element={page(() => import('../pages/FavouritesPage.tsx'))} />
        <Route path="/highlights" element={page(() => import('../pages/HighlightsPage.tsx'))} />
        <Route path="/tags" element={page(() => import('../pages/TagsPage.tsx'))} />
        <Route path="/shared" element={page(() => import('../pages/SharedPage.tsx'))} />
        <Route path="/notifications" element={page(() => import('../pages/NotificationsPage.tsx'))} />
        <Route path="/suggestions" element={page(() => import('../pages/SuggestionsPage.tsx'))} />
        <Route path="/tidy" element={page(() => import('../pages/TidyPage.tsx'))} />
        <Route path="/duplicates" element={page(() => import('../pages/DuplicatesPage.tsx'))} />
        <Route path="/broken" element={page(() => import('../pages/BrokenLinksPage.tsx'))} />
        <Route path="/trash" element={page(() => import('../pages/TrashPage.tsx'))} />
        <Route path="/settings" element={page(() => import('../pages/SettingsPage.tsx'))} />
        <Route path="/settings/import" element={page(() => import('../pages/ImportPage.tsx'))} />
        <Route path="/my-profile" element={<Navigate to="/settings?tab=profile" replace />} />
        <Route path="/connect-extension" element={page(() => import('../pages/ConnectExtensionPage.tsx'))} />
      </Route>
      <Route path="/c/:id" element={page(() => import('../pages/collection/CollectionPage.tsx'))} />
      <Route path="/l/:id" element={page(() => import('../pages/link/LinkPage.tsx'))} />
      <Route path="/mail/stop/:person/:key" element={page(() => import('../pages/UnsubscribePage.tsx'))} />
      {sitePaths.map(path => (
        <Route key={path} path={path} element={<SitePage />} />
      ))}
      <Route path="*" element={page(() => import('../pages/NotFoundPage.tsx'))} />
    </Route>
    <Route element={<PopupFrame />}>
      <Route path="/l/:id/pdf" element={page(() => import('../pages/link/PdfPage.tsx'))} />
      <Route element={<RequireSession />}>
        <Route path="/l/:id/read" element={page(() => import('../pages/link/ReaderPage.tsx'))} />
        <Route path="/add-link/*" element={page(() => import('../pages/link/AddLinkPage.tsx'))} />
      </Route>
    </Route>
    {!hasSite && (
      <Route
        path="/"
        element={
          isFirstVisit ? (
            <BarePage page={page(() => import('../pages/firstRun/WelcomePage.tsx'))} />
          ) : (
            <Navigate to="/dashboard" replace />
          )
        }
      />
    )}
    <Route path="/c" element={<Navigate to="/dashboard" replace />} />
    <Route path="/l" element={<Navigate to="/dashboard" replace />} />
    <Route path="/token" element={<BarePage page={page(() => import('../pages/TokenPage.tsx'))} />} />
    <Route path="/login" element={<BarePage page={<SignInPage page="login" />} />} />
    <Route path="/register" element={<BarePage page={<SignInPage page="register" />} />} />
    <Route path="/forgot-password" element={<BarePage page={<SignInPage page="forgot-password" />} />} />
    <Route element={<RequireSession />}>
      <Route
        path="/close-tab"
        element={<BarePage page={page(() => import('../pages/CloseTabPage.tsx'))} />}
      />
    </Route>
    <Route path="/testR" element={<BarePage page={page(() => import('../pages/TestPage.tsx'))} />} />
  </>,
)

/**
 * Loads the code of the page of an address. A page that is loaded before it is rendered needs no fallback, and React holds back
 * for 300 ms what replaces a fallback.
 */
export async function preloadPage(path: string): Promise<void> {
  for (const { route } of matchRoutes(routes, path) ?? [])
    if (isValidElement(route.element))
      await (route.element.type as Partial<LazyComponent<object>>).preload?.()
}

/**
 * The address of the list from which a link was opened. While it is in the router state, the list remains rendered
 * below the link's page.
 */
interface OverlayState {
  over?: Pick<Location, 'pathname' | 'search'>
}

/** Renders the page of the address, and a link that was opened from a list over it. */
export function AppRoutes() {
  const location = useLocation()
  const over = (location.state as OverlayState | null)?.over
  const background = over ? { ...location, ...over, hash: '', state: null } : location
  return (
    <FeatureSlots>
      <ScrollRestoration />
      {useRoutes(routes, background)}
      {over && (
        <Routes>
          <Route path="/l/:id" element={<LinkOverlay />} />
          <Route path="*" element={null} />
        </Routes>
      )}
    </FeatureSlots>
  )
}

/** Renders a page without header and sidebar. */
function BarePage({ page }: { page: React.ReactNode }) {
  return <Suspense fallback={<PageLoading />}>{page}</Suspense>
}
