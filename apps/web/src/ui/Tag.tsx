import { Link } from 'react-router'
import css from './Tag.module.css'

/** Where a tag leads: the search for it. */
export function tagPath(name: string): string {
  return `/search/?q=${encodeURIComponent(name)}&type=tag`
}

/** A tag with a box around it (rows, pages) or plain (cards). */
export function Tag({ name, plain }: { name: string; plain?: boolean }) {
  return (
    <Link to={tagPath(name)} className={plain ? css.plain : css.tag} dir="auto" title={`#${name}`}>
      <span>#{name}</span>
    </Link>
  )
}
