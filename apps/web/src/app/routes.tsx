import { isValidElement, Suspense } from 'react'
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
import { PageLoading } from '../ui/PageLoading.tsx'
import { frequent } from './parts/parts.ts'
import { Frame } from './shell/Frame.tsx'
import { PopupFrame } from './shell/PopupFrame.tsx'
import { ScrollRestoration } from './shell/ScrollRestoration.tsx'
import { RequireSession } from './session.tsx'
import { FeatureSlots } from './slots/FeatureSlots.tsx'

const LinkOverlay = frequent('LinkOverlay')
const CollectionPage = lazyPage(() => import('../pages/CollectionPage.tsx'))
const CollectionsPage = lazyPage(() => import('../pages/CollectionsPage.tsx'))
const LinkPage = lazyPage(() => import('../pages/LinkPage.tsx'))
const ReaderPage = lazyPage(() => import('../pages/ReaderPage.tsx'))
const PdfPage = lazyPage(() => import('../pages/PdfPage.tsx'))
const SearchPage = lazyPage(() => import('../pages/SearchPage.tsx'))
const TagsPage = lazyPage(() => import('../pages/TagsPage.tsx'))
const HighlightsPage = lazyPage(() => import('../pages/HighlightsPage.tsx'))
const BrokenLinksPage = lazyPage(() => import('../pages/BrokenLinksPage.tsx'))
const TidyPage = lazyPage(() => import('../pages/TidyPage.tsx'))
const DuplicatesPage = lazyPage(() => import('../pages/DuplicatesPage.tsx'))
const TrashPage = lazyPage(() => import('../pages/TrashPage.tsx'))
const FavouritesPage = lazyPage(() => import('../pages/FavouritesPage.tsx'))
const SettingsPage = lazyPage(() => import('../pages/SettingsPage.tsx'))
const ImportPage = lazyPage(() => import('../pages/ImportPage.tsx'))
const SharedPage = lazyPage(() => import('../pages/SharedPage.tsx'))
const NotificationsPage = lazyPage(() => import('../pages/NotificationsPage.tsx'))
const SuggestionsPage = lazyPage(() => import('../pages/SuggestionsPage.tsx'))
const SitePage = lazyPage(() => import('../pages/SitePage.tsx'))
const TokenPage = lazyPage(() => import('../pages/TokenPage.tsx'))
const SignInPage = lazyPage(() => import('../pages/SignInPage.tsx'))
const AddLinkPage = lazyPage(() => import('../pages/AddLinkPage.tsx'))
const ConnectExtensionPage = lazyPage(() => import('../pages/ConnectExtensionPage.tsx'))
const CloseTabPage = lazyPage(() => import('../pages/CloseTabPage.tsx'))
const UnsubscribePage = lazyPage(() => import('../pages/UnsubscribePage.tsx'))
const WelcomePage = lazyPage(() => import('../pages/WelcomePage.tsx'))
const TestPage = lazyPage(() => import('../pages/TestPage.tsx'))
const NotFoundPage = lazyPage(() => import('../pages/NotFoundPage.tsx'))

/** The server has no account yet. It says so on this page only. */
const isFirstVisit = isServerSettingOn('first-account')

/** Maps addresses to pages. */
const routes = createRoutesFromElements(
  <>
    <Route element={<Frame />}>
      <Route element={<RequireSession />}>
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/collections" element={<CollectionsPage />} />
        <Route path="/search" element={<SearchPage />} />
        <Route path="/favourites" element={<FavouritesPage />} />
        <Route path="/highlights" element={<HighlightsPage />} />
        <Route path="/tags" element={<TagsPage />} />
        <Route path="/shared" element={<SharedPage />} />
        <Route path="/notifications" element={<NotificationsPage />} />
        <Route path="/suggestions" element={<SuggestionsPage />} />
        <Route path="/tidy" element={<TidyPage />} />
        <Route path="/duplicates" element={<DuplicatesPage />} />
        <Route path="/broken" element={<BrokenLinksPage />} />
        <Route path="/trash" element={<TrashPage />} />
        <Route path="/settings" element={<SettingsPage />} />
        <Route path="/settings/import" element={<ImportPage />} />
        <Route path="/my-profile" element={<Navigate to="/settings?tab=profile" replace />} />
        <Route path="/connect-extension" element={<ConnectExtensionPage />} />
      </Route>
      <Route path="/c/:id" element={<CollectionPage />} />
      <Route path="/l/:id" element={<LinkPage />} />
      <Route path="/mail/stop/:person/:key" element={<UnsubscribePage />} />
      {sitePaths.map(path => (
        <Route key={path} path={path} element={<SitePage />} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Route>
    <Route element={<PopupFrame />}>
      <Route path="/l/:id/pdf" element={<PdfPage />} />
      <Route element={<RequireSession />}>
        <Route path="/l/:id/read" element={<ReaderPage />} />
        <Route path="/add-link/*" element={<AddLinkPage />} />
      </Route>
    </Route>
    {!hasSite && (
      <Route
        path="/"
        element={isFirstVisit ? <BarePage page={<WelcomePage />} /> : <Navigate to="/dashboard" replace />}
      />
    )}
    <Route path="/c" element={<Navigate to="/dashboard" replace />} />
    <Route path="/l" element={<Navigate to="/dashboard" replace />} />
    <Route path="/token" element={<BarePage page={<TokenPage />} />} />
    <Route path="/login" element={<BarePage page={<SignInPage page="login" />} />} />
    <Route path="/register" element={<BarePage page={<SignInPage page="register" />} />} />
    <Route path="/forgot-password" element={<BarePage page={<SignInPage page="forgot-password" />} />} />
    <Route element={<RequireSession />}>
      <Route path="/close-tab" element={<BarePage page={<CloseTabPage />} />} />
    </Route>
    <Route path="/testR" element={<BarePage page={<TestPage />} />} />
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
