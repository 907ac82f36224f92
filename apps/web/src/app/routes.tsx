import { type ComponentType, createElement, isValidElement, Suspense } from 'react'
import { type LazyComponent, lazyPage } from '../lib/lazy.ts'
import { type Location, useLocation } from '../lib/router/location.ts'
import { matchRoutes, Navigate, type Route, Routes } from '../lib/router/routes.tsx'
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
const routes: readonly Route[] = [
  {
    element: <Frame />,
    children: [
      {
        element: <RequireSession />,
        children: [
          { path: '/dashboard', element: <DashboardPage /> },
          { path: '/collections', element: page(() => import('../pages/collection/CollectionsPage.tsx')) },
          { path: '/search', element: page(() => import('../pages/SearchPage.tsx')) },
          { path: '/favourites', element: page(() => import('../pages/FavouritesPage.tsx')) },
          { path: '/highlights', element: page(() => import('../pages/HighlightsPage.tsx')) },
          { path: '/tags', element: page(() => import('../pages/TagsPage.tsx')) },
          { path: '/shared', element: page(() => import('../pages/SharedPage.tsx')) },
          { path: '/notifications', element: page(() => import('../pages/NotificationsPage.tsx')) },
          { path: '/suggestions', element: page(() => import('../pages/SuggestionsPage.tsx')) },
          { path: '/tidy', element: page(() => import('../pages/TidyPage.tsx')) },
          { path: '/duplicates', element: page(() => import('../pages/DuplicatesPage.tsx')) },
          { path: '/broken', element: page(() => import('../pages/BrokenLinksPage.tsx')) },
          { path: '/trash', element: page(() => import('../pages/TrashPage.tsx')) },
          { path: '/settings', element: page(() => import('../pages/SettingsPage.tsx')) },
          { path: '/settings/import', element: page(() => import('../pages/ImportPage.tsx')) },
          { path: '/my-profile', element: <Navigate to="/settings?tab=profile" /> },
          { path: '/connect-extension', element: page(() => import('../pages/ConnectExtensionPage.tsx')) },
        ],
      },
      { path: '/c/:id', element: page(() => import('../pages/collection/CollectionPage.tsx')) },
      { path: '/l/:id', element: page(() => import('../pages/link/LinkPage.tsx')) },
      { path: '/mail/stop/:person/:key', element: page(() => import('../pages/UnsubscribePage.tsx')) },
      ...sitePaths.map(path => ({ path, element: <SitePage /> })),
      { path: '*', element: page(() => import('../pages/NotFoundPage.tsx')) },
    ],
  },
  {
    element: <PopupFrame />,
    children: [
      { path: '/l/:id/pdf', element: page(() => import('../pages/link/PdfPage.tsx')) },
      {
        element: <RequireSession />,
        children: [
          { path: '/l/:id/read', element: page(() => import('../pages/link/ReaderPage.tsx')) },
          { path: '/add-link/*', element: page(() => import('../pages/link/AddLinkPage.tsx')) },
        ],
      },
    ],
  },
  {
    path: hasSite ? undefined : '/',
    element: isFirstVisit ? (
      <BarePage page={page(() => import('../pages/firstRun/WelcomePage.tsx'))} />
    ) : (
      <Navigate to="/dashboard" />
    ),
  },
  { path: '/c', element: <Navigate to="/dashboard" /> },
  { path: '/l', element: <Navigate to="/dashboard" /> },
  { path: '/token', element: <BarePage page={page(() => import('../pages/TokenPage.tsx'))} /> },
  { path: '/login', element: <BarePage page={<SignInPage page="login" />} /> },
  { path: '/register', element: <BarePage page={<SignInPage page="register" />} /> },
  { path: '/forgot-password', element: <BarePage page={<SignInPage page="forgot-password" />} /> },
  {
    element: <RequireSession />,
    children: [
      { path: '/close-tab', element: <BarePage page={page(() => import('../pages/CloseTabPage.tsx'))} /> },
    ],
  },
  { path: '/testR', element: <BarePage page={page(() => import('../pages/TestPage.tsx'))} /> },
]

/** The page of a link over its list. */
const overlayRoutes: readonly Route[] = [{ path: '/l/:id', element: <LinkOverlay /> }]

/**
 * Loads the code of the page of an address, in which the list of a link stays. A page that is loaded before it is rendered needs
 * no fallback.
 * @returns undefined where it is loaded
 */
export function preloadPage({
  pathname,
  state,
}: Pick<Location, 'pathname' | 'state'>): Promise<void> | undefined {
  const { elements = [] } =
    matchRoutes(routes, (state as OverlayState | null)?.over?.pathname ?? pathname) ?? {}
  const missing = elements
    .filter(element => isValidElement(element))
    .map(({ type }) => type as LazyComponent<object>)
    .filter(type => type.isLoaded?.() === false)
  return missing.length > 0
    ? Promise.all(missing.map(type => type.preload())).then(() => undefined)
    : undefined
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
      <Routes routes={routes} location={background} />
      {over && <Routes routes={overlayRoutes} location={location} />}
    </FeatureSlots>
  )
}

/** Renders a page without header and sidebar. */
function BarePage({ page }: { page: React.ReactNode }) {
  return <Suspense fallback={<PageLoading />}>{page}</Suspense>
}
