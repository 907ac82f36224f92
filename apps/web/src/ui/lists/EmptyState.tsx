import type { ReactNode } from 'react'
import type { Icon } from '../fields/Button.tsx'
import css from './EmptyState.module.css'

/** The empty state of a page or list: an illustration, a title, a line and at most one action. */
export function EmptyState({
  icon: Glyph,
  title,
  line,
  level = 2,
  children,
}: {
  icon: Icon
  title: string
  line?: string
  /** 1 when it is the entire page. */
  level?: 1 | 2 | 3
  children?: ReactNode
}) {
  const Heading = `h${level}` as const
  return (
    <div className={`stack g4 ${css.empty}`}>
      <span className={`block rel ${css.art}`} aria-hidden="true">
        <svg viewBox="0 0 120 104" width="120" height="104" fill="none" strokeLinecap="round">
          <path
            d="M60 8c15 0 25 17 25 33a25 25 0 0 1-50 0c0-16 10-33 25-33z"
            fill="var(--sunken)"
            stroke="var(--line3)"
            strokeWidth="1.5"
            strokeDasharray="4 5"
          />
          <g stroke="var(--ink2)" strokeWidth="3">
            <path d="M26 50a34.2 34.2 0 0 0 68.5-2" />
            <path d="M17 49a43.2 43.2 0 0 0 86.5-3" opacity=".55" />
            <path d="M8 48a52.2 52.2 0 0 0 104.5-4" opacity=".22" />
          </g>
        </svg>
        <span className={`flex acc ${css.glyph}`}>
          <Glyph className="i s24" />
        </span>
      </span>
      <Heading className={css.title}>{title}</Heading>
      {line && <p className={`text14 t3 ${css.line}`}>{line}</p>}
      {children && <div className="centre wrap g8 mt12">{children}</div>}
    </div>
  )
}
