import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { formatNumber } from '@nestmark/texts/counts'
import { Link, NavLink } from '../../../lib/router/links.tsx'
import { useHighlightCounts } from '../../../features/highlights/list/counts.ts'
import { useMe } from '../../../features/session/data.ts'
import { useSharedCollections } from '../../../features/share/sharedWithMe.ts'
import { useSuggestionCounts } from '../../../features/suggestions/counts.ts'
import { useTagCounts } from '../../../features/tags/useTagCounts.ts'
import { useDropTarget } from '../../../lib/lists/drag.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
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
import { Quota } from './Quota.tsx'
import { drawerOpen, toggleSidebar } from '../shellState.ts'
import css from './Sidebar.module.css'
import { SidebarHandle } from './SidebarHandle.tsx'
import { SidebarSearches } from './SidebarSearches.tsx'
import { SidebarTree } from './SidebarTree.tsx'

/** The pages for order in the library. */
const pages = [
  { path: '/tidy', label: texts.tidy, icon: IconChecks },
  { path: '/duplicates', label: texts.duplicates, icon: IconCopy },
  { path: '/broken', label: texts.brokenLinks, icon: IconUnlink },
  { path: '/trash', label: texts.trash, icon: IconTrash },
] as const

/** The sidebar: favourites, shared collections, highlights, the collection tree, tags, suggestions, the pages for order and the quota. */
export function Sidebar({ inDrawer, touch }: { inDrawer?: boolean; touch?: boolean }) {
  const me = useMe()
  const tags = useTagCounts().data?.tags_count
  const { data: shared } = useSharedCollections()
  const highlights = useHighlightCounts()?.highlights
  const suggested = useSuggestionCounts()?.to_me
  const closeDrawer = () => {
    if (inDrawer) drawerOpen.set(false)
  }
  // A drop on the heading moves to the top level.
  const { isOver, handlers } = useDropTarget(
    me ? { _id: me.root_folder, name: collectionsTexts.dashboard, canAdd: true } : null,
  )
  const favourites = me && me.favourite_links.length + me.favourite_folders.length
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
        <NavLink className={`row t2 min0 ${css.item}`} to="/favourites" onClick={closeDrawer}>
          <IconStar className="i" />
          <span>{texts.favourites}</span>
          {favourites !== undefined && favourites > 0 && (
            <span className={`t3 num push f12 ${css.count}`}>{formatNumber(favourites)}</span>
          )}
        </NavLink>
        {(shared?.length ?? 0) > 0 && (
          <NavLink className={`row t2 min0 ${css.item}`} to="/shared" onClick={closeDrawer}>
            <IconUsers className="i" />
            <span>{texts.shared}</span>
            <span className={`t3 num push f12 ${css.count}`}>{formatNumber(shared?.length ?? 0)}</span>
          </NavLink>
        )}
        <NavLink className={`row t2 min0 ${css.item}`} to="/highlights" onClick={closeDrawer}>
          <IconHighlight className="i" />
          <span>{texts.highlights}</span>
          {highlights !== undefined && highlights > 0 && (
            <span className={`t3 num push f12 ${css.count}`}>{formatNumber(highlights)}</span>
          )}
        </NavLink>
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
        <NavLink className={`row t2 min0 ${css.item}`} to="/tags" onClick={closeDrawer}>
          <IconHash className="i" />
          <span>{texts.tags}</span>
          {tags !== undefined && tags > 0 && (
            <span className={`t3 num push f12 ${css.count}`}>{formatNumber(tags)}</span>
          )}
        </NavLink>
        <NavLink className={`row t2 min0 ${css.item}`} to="/suggestions" onClick={closeDrawer}>
          <IconBulb className="i" />
          <span>{texts.suggestions}</span>
          {suggested !== undefined && suggested > 0 && (
            <span className={`t3 num push f12 ${css.count}`}>{formatNumber(suggested)}</span>
          )}
        </NavLink>
        {pages.map(({ path, label, icon: Glyph }) => (
          <NavLink key={path} className={`row t2 min0 ${css.item}`} to={path} onClick={closeDrawer}>
            <Glyph className="i" />
            <span>{label}</span>
          </NavLink>
        ))}
      </nav>
      <Quota />
      {!inDrawer && <SidebarHandle />}
    </aside>
  )
}
