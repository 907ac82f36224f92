import type { CSSProperties, ReactNode } from 'react'
import { usePageTitle } from '../../lib/pageTitle.ts'
import { DepthRims } from '../marks/DepthRims.tsx'
import css from './Page.module.css'

/** Renders a page on a sheet, with an edge above it for each ancestor. */
export function Page({
  title,
  depth = 0,
  banner,
  width,
  children,
}: {
  /** The title of the browser tab. */
  title: string | undefined
  depth?: number
  /** Fills the entire width above the content. */
  banner?: ReactNode
  /** The maximum width of the content in pixels. */
  width?: number
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <>
      <DepthRims depth={depth} />
      <main
        id="main"
        tabIndex={-1}
        className={`grow rel ${css.sheet}`}
        style={{ '--nm-rims': `${8 * Math.min(depth, 4)}px` } as CSSProperties}
      >
        {banner}
        <div className={css.content} style={width === undefined ? undefined : { maxWidth: width }}>
          {children}
        </div>
      </main>
    </>
  )
}
