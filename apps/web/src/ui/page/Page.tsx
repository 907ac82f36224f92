import type { CSSProperties, ReactNode } from 'react'
import { usePageTitle } from '../../lib/pageTitle.ts'
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

/** Shows one edge above the page for each ancestor below the dashboard, the nearest widest, at most four. */
function DepthRims({ depth }: { depth: number }) {
  const rims = Math.min(depth, 4)
  if (rims <= 0) return null
  return (
    <div className={`stack ${css.rims}`} aria-hidden="true">
      {Array.from({ length: rims }, (_, index) => {
        const steps = rims - index
        return <i key={steps} style={{ '--step': steps, opacity: 1 - (steps - 1) * 0.15 } as CSSProperties} />
      })}
    </div>
  )
}
