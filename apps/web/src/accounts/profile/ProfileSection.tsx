import type { ReactNode } from 'react'
import css from './profile.module.css'

/** A section of the account page: title and description on one side, content on the other. */
export function ProfileSection({
  title,
  line,
  children,
}: {
  title: string
  line?: string
  children: ReactNode
}) {
  return (
    <section className={css.section}>
      <div>
        <h2 className="h2">{title}</h2>
        {line && <p className={`t3 mt4 ${css.description}`}>{line}</p>}
      </div>
      <div className="min0">{children}</div>
    </section>
  )
}
