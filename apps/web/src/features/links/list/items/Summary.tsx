import { formatNumber } from '@nestmark/texts/counts'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { Link } from '../../../../lib/router/links.tsx'
import { usePhone } from '../../../../lib/media/media.ts'
import { categoryLooks } from '../../../../ui/marks/categories.ts'
import { CategoryBadge } from '../../../../ui/marks/CategoryBadge.tsx'
import { TimeAgo } from '../../../../ui/marks/TimeAgo.tsx'
import { useMe } from '../../../session/data.ts'
import css from './Summary.module.css'

/** Shows how many links each category has; each opens the search for that category. */
export function Summary() {
  const me = useMe()
  const phone = usePhone()
  return (
    <nav className={`panel ${css.list}`} aria-label={texts.summaryLabel}>
      {categoryLooks.map((category, index) => {
        const tag = category.tag as keyof NonNullable<typeof me>['count']
        const count = me?.count[tag]
        const lastUpdated = me?.last_updated[tag] ?? 0
        return (
          <Link
            key={category.code}
            className={`row min0 rel ${css.card}`}
            to={`/search/?q=${category.tag}&type=category`}
          >
            <CategoryBadge category={category.code} small={phone} />
            <span className="grow">
              <span className={`flex g6 baseline ${css.row}`}>
                <span className={`num w560 ${css.count}`}>
                  {count === undefined ? '–' : formatNumber(count)}
                </span>
                <span className={css.label}>{texts.summary[index]}</span>
                {!phone && <span className={`t3 push f12 ${css.tag}`}>#{category.tag}</span>}
              </span>
              {/* The line is always there, so that nothing moves when the data arrives. */}
              <span className={`t3 nw block ${css.updated}`}>
                {lastUpdated > 0 ? (
                  <>
                    {texts.lastUpdated} <TimeAgo time={lastUpdated} />
                  </>
                ) : (
                  '\u00a0'
                )}
              </span>
            </span>
          </Link>
        )
      })}
    </nav>
  )
}
