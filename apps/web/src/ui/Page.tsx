import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/pageTitle.ts'
import { DepthRims } from './DepthRims.tsx'
import css from './Page.module.css'

/** Renders a page on a sheet, with an edge above it for each ancestor. */
export function Page({
  title,
  depth = 0,
  children,
}: {
  /** The title of the browser tab. */
  title: string | undefined
  depth?: number
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <>
      <DepthRims depth={depth} />
      <main id="main" tabIndex={-1} className={css.sheet}>
        <div className={css.content}>{children}</div>
      </main>
    </>
  )
}
