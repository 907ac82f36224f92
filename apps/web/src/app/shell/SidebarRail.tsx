import { shellTexts as texts } from '@nestmark/texts/shell'
import { useRef, useState } from 'react'
import { Link, NavLink, useMatch } from 'react-router'
import { useSharedCollections } from '../../features/share/sharedWithMe.ts'
import { useTablet } from '../../lib/media.ts'
import {
  IconBulb,
  IconFolder,
  IconHash,
  IconLayoutSidebarLeftExpand,
  IconPlus,
  IconStar,
  IconTrash,
  IconUsers,
} from '../../ui/icons.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { Logo } from '../../ui/Logo.tsx'
import { drawerOpen, toggleSidebar } from './shellState.ts'
import css from './Sidebar.module.css'
import { SidebarTree } from './SidebarTree.tsx'

/** The sidebar at 60 px: icons, and the tree behind one of them. */
export function SidebarRail() {
  const tablet = useTablet()
  const { data: shared } = useSharedCollections()
  const inCollection = useMatch('/c/:id') !== null
  const popover = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const folder = useRef<HTMLButtonElement>(null)
  const place = () => {
    const at = folder.current?.getBoundingClientRect()
    if (!at || !popover.current) return
    popover.current.style.top = `${at.top}px`
    popover.current.style.insetInlineStart = '56px'
  }
  const square = (to: string, label: string, Glyph: typeof IconStar) => (
    <NavLink className={css.square} to={to} aria-label={label} data-tip={label}>
      <Glyph className="i s18" />
    </NavLink>
  )
  return (
    <aside className={css.rail}>
      <div className={css.mark}>
        <Link to="/dashboard" aria-label={texts.home}>
          <Logo />
        </Link>
      </div>
      <nav className={css.nav} aria-label={texts.library}>
        {square('/favourites', texts.favourites, IconStar)}
        {(shared?.length ?? 0) > 0 && square('/shared', texts.shared, IconUsers)}
        <button
          ref={folder}
          type="button"
          className={css.square}
          popoverTarget="rail-tree"
          aria-label={texts.collections}
          aria-current={inCollection ? 'page' : undefined}
          data-tip={texts.collections}
          onClick={place}
        >
          <IconFolder className="i s18" />
        </button>
        <button
          type="button"
          className={css.square}
          aria-label={texts.addCollection}
          data-tip={texts.addCollection}
          onClick={() => openOverlay('addCollection', {})}
        >
          <IconPlus className="i s18" />
        </button>
        {square('/tags', texts.tags, IconHash)}
        {square('/suggestions', texts.suggestions, IconBulb)}
        {square('/trash', texts.trash, IconTrash)}
      </nav>
      <button
        type="button"
        className={`${css.square} ${css.bottom}`}
        aria-label={texts.expand}
        data-tip={texts.expand}
        onClick={() => (tablet ? drawerOpen.set(true) : toggleSidebar())}
      >
        <IconLayoutSidebarLeftExpand className="i s18" />
      </button>
      <div
        ref={popover}
        id="rail-tree"
        popover="auto"
        className={css.popover}
        onToggle={event => setOpen(event.newState === 'open')}
      >
        {/* A tree that nobody sees has no height, and could not bring the current collection into sight. */}
        {open && <SidebarTree onGo={() => popover.current?.hidePopover()} />}
      </div>
    </aside>
  )
}
