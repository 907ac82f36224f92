import { Link } from 'react-router'
import { Marks } from './Marks.tsx'
import css from './Tag.module.css'

/** Returns the address of the search for a tag. */
export function tagPath(name: string): string {
  return `/search/?q=${encodeURIComponent(name)}&type=tag`
}

/** A tag with a border (rows, pages) or without (cards). */
export function Tag({ name, plain }: { name: string; plain?: boolean }) {
  return (
    <Link to={tagPath(name)} className={plain ? css.plain : css.tag} dir="auto" title={`#${name}`}>
      <span>
        #<Marks text={name} />
      </span>
    </Link>
  )
}
