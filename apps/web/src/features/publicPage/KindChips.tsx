import { publicPageTexts as texts } from '@nestmark/texts/sharing/publicPage'
import { formatNumber } from '@nestmark/texts/counts'
import { linksTexts } from '@nestmark/texts/links/links'
import { CategoryMark } from '../../ui/marks/CategoryBadge.tsx'
import { categoryLooks } from '../../ui/marks/categories.ts'
import { classes } from '../../ui/classes.ts'
import css from './KindChips.module.css'

/** Filters the links of a collection by category. Shows only categories with links. */
export function KindChips({
  counts,
  showsCounts,
  category,
  onCategory,
}: {
  /** The number of links by category, without other filters; null where it is unknown. */
  counts: readonly number[] | null
  /** False while another filter applies: then the numbers would not be those of the list. */
  showsCounts: boolean
  category: number | undefined
  onCategory: (category: number | undefined) => void
}) {
  const shown = categoryLooks.filter(
    ({ code }) => counts === null || (counts[code - 1] ?? 0) > 0 || code === category,
  )
  if (shown.length < 2 && category === undefined) return null
  return (
    <div className={`flex wrap g8 ${css.chips}`} role="group" aria-label={texts.kinds}>
      {shown.map(({ code, label }) => (
        <button
          key={code}
          type="button"
          className={classes('inline g6 t2', css.chip, category === code && css.on)}
          aria-pressed={category === code}
          onClick={() => onCategory(category === code ? undefined : code)}
        >
          <CategoryMark category={code} />
          {linksTexts.summary[code - 1] ?? label}
          {showsCounts && counts && (
            <span className={`num t3 w450 ${css.count}`}> {formatNumber(counts[code - 1] ?? 0)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
