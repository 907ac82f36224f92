import { collectionsTexts } from '@nestmark/texts/collections/collections'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/links.tsx'
import { usePhone } from '../../lib/media/media.ts'
import { PageCrumbs } from '../page/Breadcrumb.tsx'
import css from './ListHead.module.css'
import { PhoneBar } from '../page/PhoneBar.tsx'

/** The head of a page with one list, below the dashboard: its way back, its title and its counts. */
export function ListHead({
  title,
  path,
  total,
  barActions,
  children,
}: {
  title: string
  path: string
  /** '' until it is known. */
  total: string
  /** What the header of the phone shows at its end. */
  barActions?: ReactNode
  /** What stands beside the title, on the phone below it. */
  children?: ReactNode
}) {
  const phone = usePhone()
  return (
    <>
      {phone ? (
        <PhoneBar to="/dashboard">
          <Link className={`el grow t2 f14 ${css.parent}`} to="/dashboard">
            {collectionsTexts.dashboard}
          </Link>
          {barActions}
        </PhoneBar>
      ) : (
        <PageCrumbs title={title} path={path} />
      )}
      <div className={`row g12 ${css.head}`}>
        <h1 className="h1" tabIndex={-1}>
          {title}
        </h1>
        <span className={`num t3 nw ${css.total}`}>{total}</span>
        {!phone && (
          <>
            <span className="grow" />
            {children}
          </>
        )}
      </div>
      {phone && children}
    </>
  )
}
