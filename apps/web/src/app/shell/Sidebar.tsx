import { shellTexts as texts } from '@nestmark/texts/shell'
import { formatNumber } from '@nestmark/texts/counts'
import { Link, NavLink } from 'react-router'
import { useMe } from '../../features/session/data.ts'
import { useSharedCollections } from '../../features/share/sharedWithMe.ts'
import { useSuggestionCounts } from '../../features/suggestions/counts.ts'
import { useTagCounts } from '../../features/tags/counts.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { IconButton } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import {
  IconBulb,
  IconHash,
  IconLayoutSidebarLeftCollapse,
  IconPlus,
  IconStar,
  IconTrash,
  IconUsers,
} from '../../ui/icons.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Quota } from './Quota.tsx'
import { drawerOpen, toggleSidebar } from './shellState.ts'
import css from './Sidebar.module.css'
import { SidebarTree } from './SidebarTree.tsx'

/** The library at one's side: what lies in it, and the tree of collections. */
export function Sidebar({ inDrawer, touch }: { inDrawer?: boolean; touch?: boolean }) {
  const me = useMe()
  const tags = useTagCounts().data?.tags_count
  const { data: shared } = useSharedCollections()
  const suggested = useSuggestionCounts()?.to_me
  const leave = () => {
    if (inDrawer) drawerOpen.set(false)
  }
  const favourites = me && me.favourite_links.length + me.favourite_folders.length
  return (
    <aside className={classes(css.side, touch && css.touch)}>
      <div className={css.brand}>
        <Link to="/dashboard" aria-label={texts.home} onClick={leave}>
          <Logo />
          <span>{texts.product}</span>
        </Link>
        <span className="grow" />
        <IconButton
          small
          glyph=""
          icon={IconLayoutSidebarLeftCollapse}
          label={inDrawer ? texts.closeDrawer : texts.collapse}
          onClick={inDrawer ? leave : toggleSidebar}
        />
      </div>
      <nav className={css.nav} aria-label={texts.library}>
        <NavLink className={css.item} to="/favourites" onClick={leave}>
          <IconStar className="i" />
          <span>{texts.favourites}</span>
          {favourites !== undefined && favourites > 0 && (
            <span className={css.count}>{formatNumber(favourites)}</span>
          )}
        </NavLink>
        {(shared?.length ?? 0) > 0 && (
          <NavLink className={css.item} to="/shared" onClick={leave}>
            <IconUsers className="i" />
            <span>{texts.shared}</span>
            <span className={css.count}>{formatNumber(shared?.length ?? 0)}</span>
          </NavLink>
        )}
      </nav>
      <div className={css.head}>
        <Link to="/collections" onClick={leave}>
          {texts.collections}
        </Link>
        <IconButton
          small
          icon={IconPlus}
          label={texts.addCollection}
          onClick={() => {
            leave()
            openOverlay('addCollection', {})
          }}
        />
      </div>
      <SidebarTree touch={touch} onGo={leave} />
      <nav className={classes(css.nav, css.manage)} aria-label={texts.manage}>
        <NavLink className={css.item} to="/tags" onClick={leave}>
          <IconHash className="i" />
          <span>{texts.tags}</span>
          {tags !== undefined && tags > 0 && <span className={css.count}>{formatNumber(tags)}</span>}
        </NavLink>
        <NavLink className={css.item} to="/suggestions" onClick={leave}>
          <IconBulb className="i" />
          <span>{texts.suggestions}</span>
          {suggested !== undefined && suggested > 0 && (
            <span className={css.count}>{formatNumber(suggested)}</span>
          )}
        </NavLink>
        <NavLink className={css.item} to="/trash" onClick={leave}>
          <IconTrash className="i" />
          <span>{texts.trash}</span>
        </NavLink>
      </nav>
      <Quota />
    </aside>
  )
}
