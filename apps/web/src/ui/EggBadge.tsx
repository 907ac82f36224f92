import { classes } from './classes.ts'
import { toCategoryLook } from './categories.ts'
import css from './EggBadge.module.css'

/** A category's icon in its egg. */
export function EggBadge({ category, small }: { category: number; small?: boolean }) {
  const { icon: Glyph, className } = toCategoryLook(category)
  return (
    <span className={classes(css.egg, small && css.small, className)} aria-hidden="true">
      <Glyph className={small ? 'i s13' : 'i'} />
    </span>
  )
}

/** The 8 by 10 mark of a category, always beside its word. */
export function EggMark({ category }: { category: number }) {
  return <span className={classes(css.mark, toCategoryLook(category).className)} aria-hidden="true" />
}
