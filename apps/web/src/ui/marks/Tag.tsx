import { Link } from '../../lib/router/links.tsx'
import { useBrowse } from '../lists/browse.ts'
import { Marks } from './Marks.tsx'
import css from './Tag.module.css'

/** A tag with a border (rows, pages) or without (cards). */
export function Tag({ name, plain }: { name: string; plain?: boolean }) {
  const browse = useBrowse()
  const path = browse.tag(name)
  const attributes = {
    className: `rigid nw ${plain ? `t3 ${css.plain}` : `inline t2 f12 ${css.tag}`}`,
    dir: 'auto',
    title: `#${name}`,
  }
  const content = (
    <span>
      #<Marks text={name} />
    </span>
  )
  return path === null ? (
    <span {...attributes}>{content}</span>
  ) : (
    <Link to={path} state={browse.filtersList ? { stay: true } : undefined} {...attributes}>
      {content}
    </Link>
  )
}
