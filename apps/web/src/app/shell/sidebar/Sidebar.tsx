import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { formatNumber } from '@nestmark/texts/counts'
import { Link, NavLink } from '../../../lib/router/links.tsx'
import { useHighlightCounts } from '../../../features/highlights/list/counts.ts'
import { useMe } from '../../../features/session/data.ts'
import { freeBookmarks, isFree } from '../../../features/session/plan.ts'
import { useSharedCollections } from '../../../features/share/sharedWithMe.ts'
import { useSuggestionCounts } from '../../../features/suggestions/counts.ts'
import { useTagCounts } from '../../../features/tags/useTagCounts.ts'
import { useDropTarget } from '../../../lib/lists/drag.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { arePlanLimitsEnabled } from '../../../lib/serverSetting.ts'
import { type Icon, IconButton } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import {
  IconBulb,
  IconChecks,
  IconCopy,
  IconHash,
  IconHighlight,
  IconLayoutSidebarLeftCollapse,
  IconPlus,
  IconStar,
  IconTrash,
  IconUnlink,
  IconUsers,
} from '../../../ui/icons.ts'
import { Logo } from '../../../ui/marks/Logo.tsx'
import { drawerOpen, toggleSidebar } from '../shellState.ts'
import css from './Sidebar.module.css'
import { SidebarHandle } from './SidebarHandle.tsx'
import { SidebarSearches } from './SidebarSearches.tsx'
import { SidebarTree } from './SidebarTree.tsx'

/** A page in the sidebar. */
export interface SidebarPage {
  path: string
  label: string
  icon: Icon
}

const libraryPages: readonly SidebarPage[] = [
  { path: '/favourites', label: texts.favourites, icon: IconStar },
  { path: '/shared', label: texts.shared, icon: IconUsers },
  { path: '/highlights', label: texts.highlights, icon: IconHighlight },
]

/** The pages below the tree: tags, suggestions, and those for order in the library. */
export const managePages: readonly SidebarPage[] = [
  { path: '/tags', label: texts.tags, icon: IconHash },
  { path: '/suggestions', label: texts.suggestions, icon: IconBulb },
  { path: '/tidy', label: texts.tidy, icon: IconChecks },
  { path: '/duplicates', label: texts.duplicates, icon: IconCopy },
  { path: '/broken', label: texts.brokenLinks, icon: IconUnlink },
  { path: '/trash', label: texts.trash, icon: IconTrash },
]

/** Returns the pages above the tree, and the number of shared collections: without one, their page is not shown. */
export function useLibraryPages(): { pages: readonly SidebarPage[]; shared: number } {
  const shared = useSharedCollections().data?.length ?? 0
  return { pages: libraryPages.filter(({ path }) => shared > 0 || path !== '/shared'), shared }
}

/** The sidebar: favourites, shared collections, highlights, the collection tree, tags, suggestions, the pages for order and the quota. */
export function Sidebar({ inDrawer, touch }: { inDrawer?: boolean; touch?: boolean }) {
  const me = useMe()
  const { pages, shared } = useLibraryPages()
  const counts: Record<string, number | undefined> = {
    '/favourites': me && me.favourite_links.length + me.favourite_folders.length,
    '/shared': shared,
    '/highlights': useHighlightCounts()?.highlights,
    '/tags': useTagCounts().data?.tags_count,
    '/suggestions': useSuggestionCounts()?.to_me,
  }
  const closeDrawer = () => {
    if (inDrawer) drawerOpen.set(false)
  }
  // A drop on the heading moves to the top level.
  const { isOver, handlers } = useDropTarget(
    me ? { _id: me.root_folder, name: collectionsTexts.dashboard, canAdd: true } : null,
  )
  const renderPage = ({ path, label, icon: Glyph }: SidebarPage) => {
    const count = counts[path] ?? 0
    return (
      <NavLink key={path} className={`row t2 min0 ${css.item}`} to={path} onClick={closeDrawer}>
        <Glyph className="i" />
        <span>{label}</span>
        {count > 0 && <span className={`t3 num push f12 ${css.count}`}>{formatNumber(count)}</span>}
      </NavLink>
    )
  }
  return (
    <aside className={classes('stack', css.sidebar, touch && css.touch)}>
      <div className={`row rigid ${css.brand}`}>
        <Link to="/dashboard" aria-label={texts.home} onClick={closeDrawer}>
          <Logo />
          <span>{texts.product}</span>
        </Link>
        <span className="grow" />
        <IconButton
          small
          iconClass=""
          icon={IconLayoutSidebarLeftCollapse}
          label={inDrawer ? texts.closeDrawer : texts.collapse}
          onClick={inDrawer ? closeDrawer : toggleSidebar}
        />
      </div>
      <nav className={`stack rigid ${css.nav}`} aria-label={texts.library}>
        {pages.map(renderPage)}
      </nav>
      <div className={`row t3 rigid ${css.head}`} data-over={isOver || undefined} {...handlers}>
        <Link to="/collections" onClick={closeDrawer}>
          {texts.collections}
        </Link>
        <IconButton
          small
          icon={IconPlus}
          label={texts.addCollection}
          onClick={() => {
            closeDrawer()
            openOverlay('addCollection', {})
          }}
        />
      </div>
      <SidebarTree touch={touch} onNavigate={closeDrawer} />
      <SidebarSearches onNavigate={closeDrawer} />
      <nav className={classes('stack rigid', css.nav, css.manage)} aria-label={texts.manage}>
        {managePages.map(renderPage)}
      </nav>
      <Quota />
      {!inDrawer && <SidebarHandle />}
    </aside>
  )
}

/** Shows how much of the free plan is used. */
function Quota() {
  const me = useMe()
  if (!me || !isFree(me) || !arePlanLimitsEnabled()) return null
  const used = Object.values(me.count).reduce((sum, count) => sum + count, 0)
  const fraction = Math.min(1, used / freeBookmarks)
  const isAlmostFull = fraction > 0.9
  return (
    <div className={classes('t3 rigid f12', css.quota, isAlmostFull && css.full)}>
      <div>
        <span>{isAlmostFull ? texts.almostFull : texts.bookmarks}</span>
        <span className="num">{texts.quota(used, freeBookmarks)}</span>
      </div>
      <div className={css.quotaBar} aria-hidden="true">
        <i style={{ width: `${fraction * 100}%` }} />
      </div>
    </div>
  )
}
