import { lazy, Suspense } from 'react'
import { type Location, Navigate, Route, Routes, useLocation } from 'react-router'
import { PageWaiting } from '../ui/PageWaiting.tsx'
import { Frame } from './shell/Frame.tsx'
import { WindowFrame } from './shell/WindowFrame.tsx'
import { ScrollMemory } from './shell/ScrollMemory.tsx'
import { RequireSession } from './session.tsx'

const Dashboard = lazy(() => import('../pages/DashboardPage.tsx'))
const CollectionPage = lazy(() => import('../pages/CollectionPage.tsx'))
const CollectionsPage = lazy(() => import('../pages/CollectionsPage.tsx'))
const LinkPage = lazy(() => import('../pages/LinkPage.tsx'))
const LinkOverlay = lazy(() => import('../pages/LinkOverlay.tsx'))
const SearchPage = lazy(() => import('../pages/SearchPage.tsx'))
const TagsPage = lazy(() => import('../pages/TagsPage.tsx'))
const TrashPage = lazy(() => import('../pages/TrashPage.tsx'))
const FavouritesPage = lazy(() => import('../pages/FavouritesPage.tsx'))
const SettingsPage = lazy(() => import('../pages/SettingsPage.tsx'))
const MyProfilePage = lazy(() => import('../pages/MyProfilePage.tsx'))
const SharedPage = lazy(() => import('../pages/SharedPage.tsx'))
const NotificationsPage = lazy(() => import('../pages/NotificationsPage.tsx'))
const SuggestionsPage = lazy(() => import('../pages/SuggestionsPage.tsx'))
const PricingPage = lazy(() => import('../pages/PricingPage.tsx'))
const ArticlePage = lazy(() => import('../pages/ArticlePage.tsx'))
const TokenPage = lazy(() => import('../pages/TokenPage.tsx'))
const SignInPage = lazy(() => import('../pages/SignInPage.tsx'))
const AddLinkPage = lazy(() => import('../pages/AddLinkPage.tsx'))
const CloseTabPage = lazy(() => import('../pages/CloseTabPage.tsx'))
const StopMailPage = lazy(() => import('../pages/StopMailPage.tsx'))
const TestPage = lazy(() => import('../pages/TestPage.tsx'))
const NotFoundPage = lazy(() => import('../pages/NotFoundPage.tsx'))

/**
 * The address of the list a link was opened from. While it is in the router's state the list stays drawn, and
 * the link's page stands over it.
 */
interface Over {
  over?: Pick<Location, 'pathname' | 'search'>
}

/** Addresses of pages that are still to come: visitors are sent to sign in there, as they will be. */
const signedInOnly = ['/duplicates', '/broken', '/highlights']

/** Which page stands at which address. */
export function AppRoutes() {
  const location = useLocation()
  const over = (location.state as Over | null)?.over
  const beneath = over ? { ...location, ...over, hash: '', state: null } : location
  return (
    <>
      <ScrollMemory />
      <Routes location={beneath}>
        <Route element={<Frame />}>
          <Route element={<RequireSession />}>
            <Route path="/dashboard" element={<Dashboard />} />
            <Route path="/collections" element={<CollectionsPage />} />
            <Route path="/search" element={<SearchPage />} />
            <Route path="/favourites" element={<FavouritesPage />} />
            <Route path="/tags" element={<TagsPage />} />
            <Route path="/shared" element={<SharedPage />} />
            <Route path="/notifications" element={<NotificationsPage />} />
            <Route path="/suggestions" element={<SuggestionsPage />} />
            <Route path="/trash" element={<TrashPage />} />
            <Route path="/settings" element={<SettingsPage />} />
            <Route path="/my-profile" element={<MyProfilePage />} />
            {signedInOnly.map(path => (
              <Route key={path} path={path} element={<NotFoundPage />} />
            ))}
          </Route>
          <Route path="/c/:id" element={<CollectionPage />} />
          <Route path="/l/:id" element={<LinkPage />} />
          <Route path="/mail/stop/:person/:key" element={<StopMailPage />} />
          <Route path="/pricing" element={<PricingPage />} />
          <Route path="/help" element={<ArticlePage name="articles" />} />
          <Route path="/terms" element={<ArticlePage name="terms" />} />
          <Route path="/privacy-policy" element={<ArticlePage name="privacy" />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
        <Route element={<WindowFrame />}>
          <Route element={<RequireSession />}>
            <Route path="/add-link/*" element={<AddLinkPage />} />
          </Route>
        </Route>
        <Route path="/" element={<Navigate to="/dashboard" replace />} />
        <Route path="/c" element={<Navigate to="/dashboard" replace />} />
        <Route path="/l" element={<Navigate to="/dashboard" replace />} />
        <Route path="/token" element={<Plain page={<TokenPage />} />} />
        <Route path="/login" element={<Plain page={<SignInPage page="login" />} />} />
        <Route path="/register" element={<Plain page={<SignInPage page="register" />} />} />
        <Route path="/forgot-password" element={<Plain page={<SignInPage page="forgot-password" />} />} />
        <Route element={<RequireSession />}>
          <Route path="/close-tab" element={<Plain page={<CloseTabPage />} />} />
        </Route>
        <Route path="/testR" element={<Plain page={<TestPage />} />} />
      </Routes>
      {over && (
        <Suspense fallback={null}>
          <Routes>
            <Route path="/l/:id" element={<LinkOverlay />} />
            <Route path="*" element={null} />
          </Routes>
        </Suspense>
      )}
    </>
  )
}

/** A page without header and sidebar. */
function Plain({ page }: { page: React.ReactNode }) {
  return <Suspense fallback={<PageWaiting />}>{page}</Suspense>
}
