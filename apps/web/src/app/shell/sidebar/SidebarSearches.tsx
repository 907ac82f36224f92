import type { SavedSearch } from '@nestmark/contract/search/savedSearches'
import { limits } from '@nestmark/core/limits'
import { savedSearchTexts as texts } from '@nestmark/texts/search/savedSearches'
import { Link } from '../../../lib/router/links.tsx'
import { useLocation } from '../../../lib/router/location.ts'
import {
  toSavedPath,
  useDeleteSavedSearch,
  useSavedCounts,
  useSavedSearches,
} from '../../../features/search/saved/data.ts'
import { focusPage, openOverlay } from '../../../lib/overlays/overlay.ts'
import { classes } from '../../../ui/classes.ts'
import { IconEdit, IconSearch, IconTrash } from '../../../ui/icons.ts'
import { MoreMenu } from '../../../ui/menus/MoreMenu.tsx'
import css from './Sidebar.module.css'

/** The saved searches in the sidebar, with what they find. Renders nothing without one. */
export function SidebarSearches({ onNavigate }: { onNavigate: () => void }) {
  const searches = useSavedSearches()
  const counts = useSavedCounts(searches)
  if (searches.length === 0) return null
  return (
    <>
      <div className={`row t3 rigid ${css.head}`}>
        <span aria-hidden="true">{texts.title}</span>
      </div>
      <nav className={classes('stack rigid', css.nav, css.searches)} aria-label={texts.title}>
        {searches.map(search => (
          <SearchItem
            key={search._id}
            search={search}
            count={counts.get(search._id)}
            onNavigate={onNavigate}
          />
        ))}
      </nav>
    </>
  )
}

function SearchItem({
  search,
  count,
  onNavigate,
}: {
  search: SavedSearch
  count: number | undefined
  onNavigate: () => void
}) {
  const { pathname, search: query } = useLocation()
  const remove = useDeleteSavedSearch()
  const { _id: search_id, name } = search
  const path = toSavedPath(search)
  const max = limits.savedSearchCount
  return (
    <div className={`row rigid ${css.search}`}>
      <Link
        className={`row t2 min0 ${css.item}`}
        to={path}
        aria-current={pathname + query === path ? 'page' : undefined}
        onClick={onNavigate}
      >
        <IconSearch className="i" />
        <span className="el" dir="auto">
          {name}
        </span>
        {count !== undefined && (
          <span className={`t3 num push f12 ${css.count}`}>
            <span aria-hidden="true">{texts.count(count, max)}</span>
            <span className="sr">{texts.found(count, max)}</span>
          </span>
        )}
      </Link>
      <MoreMenu
        label={texts.actionsOf(name)}
        small
        items={[
          {
            label: texts.renameMenu,
            icon: IconEdit,
            run: () => openOverlay('saveSearch', { saved: { _id: search_id, name } }),
          },
          {
            label: texts.delete,
            icon: IconTrash,
            danger: true,
            run: () => {
              focusPage()
              remove.mutate({ search_id })
            },
          },
        ]}
      />
    </div>
  )
}
