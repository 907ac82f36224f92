import { shellTexts } from '@nestmark/texts/shell'
import { NavLink } from '../../../lib/router/links.tsx'
import { useLocation } from '../../../lib/router/location.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { useStore } from '../../../lib/store.ts'
import { classes } from '../../../ui/classes.ts'
import { IconFolders, IconLayoutDashboard, IconPlus, IconSearch, IconStar } from '../../../ui/icons.ts'
import css from './Dock.module.css'
import { drawerOpen } from '../shellState.ts'
import { useCurrentCollectionId } from '../useCurrentCollectionId.ts'

const { dock } = shellTexts

/** The main navigation on phones: home, tree, add, search, favourites. */
export function Dock() {
  const { pathname } = useLocation()
  const drawer = useStore(drawerOpen)
  const parent = useCurrentCollectionId()
  return (
    <nav className={css.dock} aria-label={shellTexts.main} data-dock>
      <NavLink className={`stack t3 ${css.item}`} to="/dashboard">
        <IconLayoutDashboard className="i s20" />
        {dock.home}
      </NavLink>
      <button
        type="button"
        className={classes(
          'stack t3',
          css.item,
          (pathname.startsWith('/c/') || pathname === '/collections') && css.current,
        )}
        aria-expanded={drawer}
        onClick={() => drawerOpen.set(true)}
      >
        <IconFolders className="i s20" />
        {dock.collections}
      </button>
      <button
        type="button"
        className={`centre ${css.addButton}`}
        aria-label={dock.add}
        onClick={() => openOverlay('addLink', { parent })}
      >
        <IconPlus className="i s24" />
      </button>
      <button
        type="button"
        className={classes('stack t3', css.item, pathname.startsWith('/search') && css.current)}
        onClick={() => openOverlay('palette', { parent })}
      >
        <IconSearch className="i s20" />
        {dock.search}
      </button>
      <NavLink className={`stack t3 ${css.item}`} to="/favourites">
        <IconStar className="i s20" />
        {dock.favourites}
      </NavLink>
    </nav>
  )
}
