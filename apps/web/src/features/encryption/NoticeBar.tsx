import type { ReactNode, Ref } from 'react'
import { classes } from '../../ui/classes.ts'
import type { Icon } from '../../ui/fields/Button.tsx'
import css from './encryption.module.css'

/** Says above the links of a collection what is left to do, with its buttons. @param isOver a file is dragged over it */
export function NoticeBar({
  ref,
  label,
  icon: Glyph,
  title,
  line,
  isOver = false,
  children,
}: {
  ref?: Ref<HTMLElement>
  label: string
  icon: Icon
  title: string
  line: string
  isOver?: boolean
  children: ReactNode
}) {
  return (
    <section ref={ref} className={classes('row g12', css.bar, isOver && css.over)} aria-label={label}>
      <span className={`centre rigid ${css.barEgg}`} aria-hidden="true">
        <Glyph className="i s14" />
      </span>
      <div className="grow">
        <p className={css.barTitle}>{title}</p>
        <p className="t3">{line}</p>
      </div>
      {children}
    </section>
  )
}
