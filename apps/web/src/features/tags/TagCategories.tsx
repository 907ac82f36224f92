import { formatNumber } from '@nestmark/texts/counts'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { Link } from '../../lib/router/links.tsx'
import { categoryLooks } from '../../ui/marks/categories.ts'
import { classes } from '../../ui/classes.ts'
import css from './TagCategories.module.css'

/** Links to the five built-in tags. Every link has one of them: its category. */
export function TagCategories({ counts }: { counts: readonly number[] | undefined }) {
  return (
    <nav className={`flex wrap g8 ${css.list}`} aria-label={texts.categories}>
      {categoryLooks.map(({ code, tag, icon: Glyph, className }) => {
        const count = counts?.[code - 1]
        return (
          <Link key={code} className={classes(css.pill, className)} to={`/search/?q=${tag}&type=category`}>
            <span className={`centre ${css.icon}`}>
              <Glyph className="i s14" />
            </span>
            <span className="w540">{tag.charAt(0).toUpperCase() + tag.slice(1)}</span>
            <span className={classes('t3', 'num')}>
              {count === undefined ? '–' : formatNumber(count)}
              <span className="sr"> {texts.linksWord(count ?? 0)}</span>
            </span>
          </Link>
        )
      })}
    </nav>
  )
}
