import { lazy, Suspense } from 'react'
import { type Location, Navigate, Route, Routes, useLocation } from 'react-router'
import { hasSite, sitePaths } from '../lib/site.ts'
import { PageLoading } from '../ui/PageLoading.tsx'
import { Frame } from './shell/Frame.tsx'
import { PopupFrame } from './shell/PopupFrame.tsx'
import { ScrollRestoration } from './shell/ScrollRestoration.tsx'
import { RequireSession } from './session.tsx'
import { FeatureSlots } from './slots/FeatureSlots.tsx'

const Dashboard = lazy(() => import('../pages/DashboardPage.tsx'))
const CollectionPage = lazy(() => import('../pages/CollectionPage.tsx'))
const CollectionsPage = lazy(() => import('../pages/CollectionsPage.tsx'))
const LinkPage = lazy(() => import('../pages/LinkPage.tsx'))
const LinkOverlay = lazy(() => import('../pages/LinkOverlay.tsx'))
const ReaderPage = lazy(() => import('../pages/ReaderPage.tsx'))
const PdfPage = lazy(() => import('../pages/PdfPage.tsx'))
const SearchPage = lazy(() => import('../pages/SearchPage.tsx'))
const TagsPage = lazy(() => import('../pages/TagsPage.tsx'))
const HighlightsPage = lazy(() => import('../pages/HighlightsPage.tsx'))
const BrokenLinksPage = lazy(() => import('../pages/BrokenLinksPage.tsx'))
const DuplicatesPage = lazy(() => import('../pages/DuplicatesPage.tsx'))
const TrashPage = lazy(() => import('../pages/TrashPage.tsx'))
const FavouritesPage = lazy(() => import('../pages/FavouritesPage.tsx'))
const SettingsPage = lazy(() => import('../pages/SettingsPage.tsx'))
const ImportPage = lazy(() => import('../pages/ImportPage.tsx'))
const SharedPage = lazy(() => import('../pages/SharedPage.tsx'))
const NotificationsPage = lazy(() => import('../pages/NotificationsPage.tsx'))
const SuggestionsPage = lazy(() => import('../pages/SuggestionsPage.tsx'))
const SitePage = lazy(() => import('../pages/SitePage.tsx'))
const TokenPage = lazy(() => import('../pages/TokenPage.tsx'))
const SignInPage = lazy(() => import('../pages/SignInPage.tsx'))
const AddLinkPage = lazy(() => import('../pages/AddLinkPage.tsx'))
const ConnectExtensionPage = lazy(() => import('../pages/ConnectExtensionPage.tsx'))
const CloseTabPage = lazy(() => import('../pages/CloseTabPage.tsx'))
const UnsubscribePage = lazy(() => import('../pages/UnsubscribePage.tsx'))
const TestPage = lazy(() => import('../pages/TestPage.tsx'))
const NotFoundPage = lazy(() => import('../pages/NotFoundPage.tsx'))

/**
 * The address of the list from which a link was opened. While it is in the router state, the list remains rendered
 * below the link's page.
 */
interface OverlayState {
  over?: Pick<Location, 'pathname' | 'search'>
}

/** Maps addresses to pages. */
export function AppRoutes() {
  const location = useLocation()
  const over = (location.state as OverlayState | null)?.over
  const background = over ? { ...location, ...over, hash: '', state: null } : location
  return (
    <FeatureSlots>
      <ScrollRestoration />
      <Routes location={background}>
        <Route element={<Frame />}>
          <Route element={<RequireSession />}>
            <Route path="/dashboard" element={<Dashboard />} />
            <Route path="/collections" element={<CollectionsPage />} />
            <Route path="/search" element={<SearchPage />} />
            <Route path="/favourites" element={<FavouritesPage />} />
            <Route path="/highlights" element={<HighlightsPage />} />
            <Route path="/tags" element={<TagsPage />} />
            <Route path="/shared" element={<SharedPage />} />
            <Route path="/notifications" element={<NotificationsPage />} />
            <Route path="/suggestions" element={<SuggestionsPage />} />
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
        {!hasSite && <Route path="/" element={<Navigate to="/dashboard" replace />} />}
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
      </Routes>
      {over && (
        <Suspense fallback={null}>
          <Routes>
            <Route path="/l/:id" element={<LinkOverlay />} />
            <Route path="*" element={null} />
          </Routes>
        </Suspense>
      )}
    </FeatureSlots>
  )
}

/** Renders a page without header and sidebar. */
function BarePage({ page }: { page: React.ReactNode }) {
  return <Suspense fallback={<PageLoading />}>{page}</Suspense>
}
