import css from './MenuTitle.module.css'

/** Names what the actions of a menu apply to: in a sheet of the phone, which covers the item. */
export function MenuTitle({ title, line }: { title: string; line?: string }) {
  return (
    <>
      <div className={`el ${css.title}`} dir="auto">
        {title}
      </div>
      {line && <div className="t3 el">{line}</div>}
    </>
  )
}
