import type { Link as SavedLink } from '@nestmark/contract/shapes'
import { searchTexts as texts } from '@nestmark/texts/search/search'
import { Link } from '../../../lib/router/links.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconPlus } from '../../../ui/icons.ts'
import css from '../box/SearchSuggestions.module.css'
import { joinOperators, splitOperators } from '../operators/operatorChips.ts'
import { useSearchState } from './searchOrigin.ts'
import { type Search, toSearchPath } from '../searchUrl.ts'
import { parseSearch } from '@nestmark/core/searchQuery/query'
import { toParentName } from '../../collections/data.ts'
import { formatOperator } from '../box/suggestions.ts'

/** Offers operators that match many of the loaded results; a click adds one to the search. */
export function NarrowDown({ search, links }: { search: Search; links: readonly SavedLink[] }) {
  const toState = useSearchState()
  const narrowings = search.type === 'category' ? [] : listNarrowings(search.q, links)
  if (narrowings.length === 0) return null
  return (
    <nav className={classes('row g8', css.row, css.narrow)} aria-label={texts.narrow}>
      <span className={`t3 nw ${css.lead}`} aria-hidden="true">
        {texts.narrow}
      </span>
      {narrowings.map(({ operator, value, query }) => (
        <Link
          key={query}
          className={`inline t2 rigid ${css.chip}`}
          to={toSearchPath({ ...search, q: addOperator(search.q, query) })}
          state={toState(false)}
        >
          <IconPlus className="i s12 t3" />
          <span className="t3">{operator}</span>
          <b className={css.label} dir="auto">
            {value}
          </b>
        </Link>
      ))}
    </nav>
  )
}

/** Returns a search text with one more operator, in the order of the search field. */
function addOperator(q: string, typed: string): string {
  const { chips, words } = splitOperators(q)
  return joinOperators([...chips, { typed }], words).trim()
}

const maxNarrowings = 5
/** The maximum number of each operator. */
const maxOf = { tag: 2, in: 2, site: 1 } as const

/**
 * Returns the tags, collections and sites that some, but not all, of the results have, most frequent first, without
 * those that the search already contains.
 */
function listNarrowings(input: string, links: readonly SavedLink[]) {
  const named = parseSearch(input)
  const used = { tag: named.tags, in: named.collections, site: named.sites }
  const found = (['tag', 'in', 'site'] as const).flatMap(operator =>
    countValues(links, operator)
      .filter(({ count }) => count < links.length)
      .filter(({ value }) => !used[operator].some(each => each.value.toLowerCase() === value.toLowerCase()))
      .slice(0, maxOf[operator])
      .map(({ value }) => ({
        operator,
        /** As it is shown. */
        value: operator === 'tag' ? `#${value}` : value,
        /** The operator with its value, as it is typed. */
        query: formatOperator(operator, value),
      })),
  )
  return found.slice(0, maxNarrowings)
}

/** Returns the values of an operator with the number of links that have them, most frequent first. */
function countValues(links: readonly SavedLink[], operator: keyof typeof maxOf) {
  const values = links.flatMap(link => listValues(link, operator))
  return [...Map.groupBy(values, value => value)]
    .map(([value, all]) => ({ value, count: all.length }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}

function listValues(link: SavedLink, operator: keyof typeof maxOf): string[] {
  if (operator === 'tag') return link.tags.map(tag => tag.name)
  if (operator === 'in') return link.parent_name ? [toParentName(link)] : []
  return URL.canParse(link.link) ? [new URL(link.link).hostname.replace(/^www\./, '')].filter(Boolean) : []
}
