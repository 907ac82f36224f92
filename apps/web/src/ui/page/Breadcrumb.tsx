import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { uiTexts } from '@nestmark/texts/ui'
import { Fragment } from 'react'
import { Link } from '../../lib/router/links.tsx'
import { type DropTarget, useDropTarget } from '../../lib/lists/drag.ts'
import css from './Breadcrumb.module.css'
import { classes } from '../classes.ts'
import { IconChevronRight } from '../icons.ts'
import { Menu } from '../menus/Menu.tsx'

export interface Crumb {
  label: string
  to: string
  /** The collection of this entry, if items may be dropped into it. */
  drop?: DropTarget
}

/** Shows the path from the dashboard. With more than five levels the middle ones are in a menu. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const collapsed = crumbs.length > 5 ? crumbs.slice(1, -2) : []
  const visible = collapsed.length > 0 ? [crumbs[0], undefined, ...crumbs.slice(-2)] : crumbs
  return (
    <nav className={`row t3 min0 ${css.crumbs}`} aria-label={uiTexts.breadcrumb}>
      {visible.map((crumb, index) => (
        <Fragment key={crumb?.to ?? 'folded'}>
          {index > 0 && <IconChevronRight className={`i s13 ${css.arrow}`} />}
          {crumb === undefined ? (
            <Menu label={uiTexts.moreLevels} items={collapsed.map(({ label, to }) => ({ label, to }))}>
              {trigger => (
                <button
                  type="button"
                  className={`el ${css.crumb}`}
                  aria-label={uiTexts.moreLevels}
                  {...trigger}
                >
                  …
                </button>
              )}
            </Menu>
          ) : index === visible.length - 1 ? (
            <span className={`el t1 w540 ${css.current}`} aria-current="page" dir="auto">
              {crumb.label}
            </span>
          ) : (
            <CrumbLink crumb={crumb} />
          )}
        </Fragment>
      ))}
    </nav>
  )
}

/** Shows the path of a page directly below the dashboard. */
export function PageCrumbs({ title, path }: { title: string; path: string }) {
  const dashboard = { label: collectionsTexts.dashboard, to: '/dashboard' }
  return <Breadcrumb crumbs={[dashboard, { label: title, to: path }]} />
}

function CrumbLink({ crumb }: { crumb: Crumb }) {
  const { isOver, handlers } = useDropTarget(crumb.drop ?? null)
  return (
    <Link
      {...handlers}
      className={classes('el', css.crumb, isOver && css.drop)}
      to={crumb.to}
      dir="auto"
      title={crumb.label}
    >
      {crumb.label}
    </Link>
  )
}
