import type { ReactNode } from 'react'
import css from './MenuTitle.module.css'

/** Shows the item of a menu, in the sheet of the phone, which covers the item. */
export function MenuTitle({ title, line, picture }: { title: string; line?: string; picture?: ReactNode }) {
  return (
    <div className="row g12">
      {picture}
      <div className="grow">
        <div className={`el ${css.title}`} dir="auto">
          {title}
        </div>
        {line && <div className="t3 el">{line}</div>}
      </div>
    </div>
  )
}
