import { accountsTexts } from '@nestmark/texts/accounts'
import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/pageTitle.ts'
import { classes } from '../ui/classes.ts'
import { Logo } from '../ui/Logo.tsx'
import css from './Sheet.module.css'

/** The frame of a page of this site: the name of the product, one sheet, and the rim of the nest it lies in. */
export function Sheet({
  title,
  line,
  wide,
  actions,
  children,
  below,
}: {
  title: string
  /** A sentence under the title. */
  line?: string
  wide?: boolean
  /** At the end of the header. */
  actions?: ReactNode
  children?: ReactNode
  /** Where else one may want to go. */
  below?: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className={css.page}>
      <a className={css.skip} href="#sheet">
        {accountsTexts.skip}
      </a>
      <header className={css.header}>
        <a href="/" className={css.brand}>
          <Logo size={28} />
          {accountsTexts.product}
        </a>
        <span className="grow" />
        {actions}
      </header>
      <main id="sheet" tabIndex={-1} className={classes(css.sheet, wide && css.wide)}>
        <h1 className="h1">{title}</h1>
        {line && <p className={css.line}>{line}</p>}
        {children}
        {below && <div className={css.below}>{below}</div>}
      </main>
      {!wide && <Rim />}
    </div>
  )
}

/** A sentence that says what just happened. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={css.note}>
      {children}
    </p>
  )
}

/** The nest around the sheet: the product's own curve, wide as the window. */
function Rim() {
  return (
    <svg className={css.rim} viewBox="0 0 1440 320" preserveAspectRatio="none" fill="none" aria-hidden="true">
      <path d="M0 60C380 250 1060 250 1440 60V320H0z" fill="var(--sheet)" />
      <g stroke="var(--ink1)" strokeWidth="2" vectorEffect="non-scaling-stroke">
        <path d="M0 60C380 250 1060 250 1440 60" vectorEffect="non-scaling-stroke" />
        <path d="M0 88C380 278 1060 278 1440 88" vectorEffect="non-scaling-stroke" opacity=".55" />
        <path d="M0 116C380 306 1060 306 1440 116" vectorEffect="non-scaling-stroke" opacity=".32" />
        <path d="M0 144C380 334 1060 334 1440 144" vectorEffect="non-scaling-stroke" opacity=".16" />
      </g>
    </svg>
  )
}
