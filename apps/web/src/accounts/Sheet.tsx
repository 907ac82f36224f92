import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/pageTitle.ts'
import { classes } from '../ui/classes.ts'
import { Logo } from '../ui/marks/Logo.tsx'
import forms from './forms.module.css'
import css from './Sheet.module.css'

/** The frame of a page of this site: header, sheet and background. */
export function Sheet({
  title,
  description,
  wide,
  actions,
  children,
  footer,
}: {
  title: string
  /** A sentence below the title. */
  description?: string
  wide?: boolean
  /** Content at the end of the header. */
  actions?: ReactNode
  children?: ReactNode
  /** Links to other pages. */
  footer?: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className={`stack rel ${css.page}`}>
      <a className={css.skipLink} href="#sheet">
        {accountsTexts.skip}
      </a>
      <header className={`row g8 rigid ${css.header}`}>
        <a href="/" className={`row ${css.brand}`}>
          <Logo size={28} />
          {accountsTexts.product}
        </a>
        <span className="grow" />
        {actions}
      </header>
      <main id="sheet" tabIndex={-1} className={classes(css.sheet, wide && css.wide)}>
        <h1 className="h1">{title}</h1>
        {description && <p className={`t2 f14 anywhere ${css.description}`}>{description}</p>}
        {children}
        {footer && <div className={`flex wrap t2 ${css.footer}`}>{footer}</div>}
      </main>
      {!wide && <Background />}
    </div>
  )
}

/** A page that waits for an answer. */
export function LoadingSheet({ title, text = accountsTexts.loading }: { title: string; text?: string }) {
  return (
    <Sheet title={title}>
      <p role="status" className={forms.loading}>
        {text}
      </p>
    </Sheet>
  )
}

/** A status message. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={css.note}>
      {children}
    </p>
  )
}

/** The background illustration around the sheet. */
function Background() {
  return (
    <svg
      className={css.background}
      viewBox="0 0 1440 320"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
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
