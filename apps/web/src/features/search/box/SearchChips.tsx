import { limits } from '@nestmark/core/limits'
import { formatUpTo } from '@nestmark/texts/counts'
import { linksTexts } from '@nestmark/texts/links/links'
import { searchTexts } from '@nestmark/texts/search/search'
import { shellTexts } from '@nestmark/texts/shell'
import { Link } from '../../../lib/router/links.tsx'
import { categoryLooks } from '../../../ui/marks/categories.ts'
import { classes } from '../../../ui/classes.ts'
import { CategoryMark } from '../../../ui/marks/CategoryBadge.tsx'
import { toHighlightsPath } from '../../highlights/list/highlightQuery.ts'
import { useMe } from '../../session/data.ts'
import { useSearchState } from '../results/searchOrigin.ts'
import { type Search, toSearchPath, listSearchTypes } from '../searchUrl.ts'
import { useSearchCounts } from '../data.ts'
import css from './SearchChips.module.css'

/** Chooses the search type and the category; each chip links to the same search with another filter. */
export function SearchChips({
  search,
  openKeys,
}: {
  search: Search
  openKeys: readonly string[] | undefined
}) {
  const me = useMe()
  const state = useSearchState()(false)
  const { counts, isOld } = useSearchCounts(search, openKeys)
  const byCategory = search.type === 'category'
  const findsLinks = !byCategory && search.type !== 'collection' && search.type !== 'collectionName'
  return (
    <nav className={`row wrap g8 ${css.chips}`} aria-label={searchTexts.types}>
      {!byCategory &&
        listSearchTypes(me).map(type => (
          <Link
            key={type}
            className={classes('inline g6 t2', css.chip, type === search.type && css.selected)}
            aria-current={type === search.type ? 'true' : undefined}
            to={toSearchPath({ ...search, type, category: undefined })}
            state={state}
          >
            {shellTexts.searchTypes[type]}
          </Link>
        ))}
      {!byCategory && (
        <Link
          className={`inline g6 t2 ${css.chip}`}
          to={toHighlightsPath({ input: search.q, type: 2, hasComment: false })}
        >
          {shellTexts.highlights}
        </Link>
      )}
      {findsLinks && <span className={css.divider} />}
      {(findsLinks || byCategory) &&
        categoryLooks.map(({ code, tag, label, className }) => {
          const isSelected = byCategory ? search.q === tag : search.category === code
          const count = counts?.[code - 1]
          const to = byCategory
            ? toSearchPath({ q: tag, type: 'category', category: undefined })
            : toSearchPath({ ...search, category: isSelected ? undefined : code })
          return (
            <Link
              key={code}
              className={classes(
                'inline g6 t2',
                css.chip,
                className,
                isSelected && css.selected,
                count === 0 && !isSelected && !isOld && css.empty,
              )}
              aria-current={isSelected ? 'true' : undefined}
              to={to}
              state={state}
            >
              <CategoryMark category={code} />
              {linksTexts.summary[code - 1] ?? label}
              {count !== undefined && (
                <span className={classes('num', 't3', css.count, isOld && css.outdated)}>
                  {formatUpTo(count, limits.searchTotal)}
                </span>
              )}
            </Link>
          )
        })}
    </nav>
  )
}
