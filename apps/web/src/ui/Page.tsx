import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/pageTitle.ts'
import { DepthRims } from './DepthRims.tsx'
import css from './Page.module.css'

/** The sheet a page is written on, with a rim above it for every level it lies deep. */
export function Page({
  title,
  depth = 0,
  children,
}: {
  /** For the tab of the browser. */
  title: string | undefined
  depth?: number
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <>
      <DepthRims depth={depth} />
      <main id="main" tabIndex={-1} className={css.sheet}>
        <div className={css.pad}>{children}</div>
      </main>
    </>
  )
}
