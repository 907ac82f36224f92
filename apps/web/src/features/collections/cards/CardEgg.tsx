import { toCategoryLook } from '../../../ui/marks/categories.ts'
import { classes } from '../../../ui/classes.ts'
import css from './CardEgg.module.css'

/**
 * Shows the egg of a card without pictures: dashed in an empty collection, else with the category that most links
 * have.
 * @param counts the number of links of each category
 */
export function CardEgg({ counts }: { counts: readonly number[] }) {
  const most = Math.max(0, ...counts)
  if (most === 0) return <span className={css.empty} />
  const { icon: Glyph, className } = toCategoryLook(counts.indexOf(most) + 1)
  return (
    <span className={classes(css.empty, 'centre', css.egg, className)}>
      <Glyph className="i s18" />
    </span>
  )
}
