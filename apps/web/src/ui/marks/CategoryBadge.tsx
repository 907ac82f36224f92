import { classes } from '../classes.ts'
import { toCategoryLook } from './categories.ts'
import css from './CategoryBadge.module.css'

/** A category's icon on an egg-shaped background. */
export function CategoryBadge({ category, small }: { category: number; small?: boolean }) {
  const { icon: Glyph, className } = toCategoryLook(category)
  return (
    <span className={classes('inline rigid', css.badge, small && css.small, className)} aria-hidden="true">
      <Glyph className={small ? 'i s13' : 'i'} />
    </span>
  )
}

/** The 8 by 10 px mark of a category, always next to its name. */
export function CategoryMark({ category }: { category: number }) {
  return <span className={classes(css.mark, toCategoryLook(category).className)} aria-hidden="true" />
}
