import { formatNumber } from '@nestmark/texts/counts'
import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './Section.module.css'

/** The header of a page section: its name and, at the end, its actions. */
export function SectionHead({
  title,
  subtitle,
  small,
  count,
  countMore = false,
  style,
  children,
}: {
  title: string
  subtitle?: string
  small?: boolean
  count?: number
  /** There are more than `count`. */
  countMore?: boolean | undefined
  style?: CSSProperties
  children?: ReactNode
}) {
  return (
    <div className={`row wrap ${css.section}`} style={style}>
      <h2 className={classes('h2', small && 'f14')}>
        {title}
        {count !== undefined && (
          <span className="num t3 w450">
            {' '}
            {formatNumber(count)}
            {countMore && '+'}
          </span>
        )}
      </h2>
      {subtitle && <span className={`t3 ${css.sub}`}>{subtitle}</span>}
      <span className="grow" />
      {children}
    </div>
  )
}
