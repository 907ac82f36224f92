import { shellTexts as texts } from '@nestmark/texts/shell'
import { useRef, useState } from 'react'
import { Link, NavLink } from '../../../lib/router/links.tsx'
import { useMatch } from '../../../lib/router/paths.ts'
import { useTablet } from '../../../lib/media/media.ts'
import { IconFolder, IconLayoutSidebarLeftExpand, IconPlus } from '../../../ui/icons.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Logo } from '../../../ui/marks/Logo.tsx'
import { drawerOpen, toggleSidebar } from '../shellState.ts'
import { managePages, type SidebarPage, useLibraryPages } from './Sidebar.tsx'
import css from './Sidebar.module.css'
import { SidebarTree } from './SidebarTree.tsx'

/** The collapsed sidebar (60 px): icons, and the tree in a popover. */
export function SidebarRail() {
  const tablet = useTablet()
  const { pages } = useLibraryPages()
  const inCollection = useMatch('/c/:id') !== null
  const popover = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const collectionsButton = useRef<HTMLButtonElement>(null)
  const positionPopover = () => {
    const box = collectionsButton.current?.getBoundingClientRect()
    if (!box || !popover.current) return
    popover.current.style.top = `${box.top}px`
    popover.current.style.insetInlineStart = '56px'
  }
  const renderPage = ({ path, label, icon: Glyph }: SidebarPage) => (
    <NavLink key={path} className={`centre t2 ${css.railItem}`} to={path} aria-label={label} data-tip={label}>
      <Glyph className="i s18" />
    </NavLink>
  )
  return (
    <aside className={`stack g4 ${css.rail}`}>
      <div className={`row rigid ${css.railLogo}`}>
        <Link to="/dashboard" aria-label={texts.home}>
          <Logo />
        </Link>
      </div>
      <nav className={`stack rigid ${css.nav}`} aria-label={texts.library}>
        {pages.map(renderPage)}
        <button
          ref={collectionsButton}
          type="button"
          className={`centre t2 ${css.railItem}`}
          popoverTarget="rail-tree"
          aria-label={texts.collections}
          aria-current={inCollection ? 'page' : undefined}
          data-tip={texts.collections}
          onClick={positionPopover}
        >
          <IconFolder className="i s18" />
        </button>
        <button
          type="button"
          className={`centre t2 ${css.railItem}`}
          aria-label={texts.addCollection}
          data-tip={texts.addCollection}
          onClick={() => openOverlay('addCollection', {})}
        >
          <IconPlus className="i s18" />
        </button>
        {managePages.map(renderPage)}
      </nav>
      <button
        type="button"
        className={`centre t2 ${css.railItem} ${css.bottom}`}
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
        {/* A hidden tree has no height and could not scroll to the current collection. */}
        {open && <SidebarTree onNavigate={() => popover.current?.hidePopover()} />}
      </div>
    </aside>
  )
}
