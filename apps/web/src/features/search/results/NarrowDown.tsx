import type { Link as SavedLink } from '@nestmark/contract/shapes'
import { searchTexts as texts } from '@nestmark/texts/search/search'
import { Link } from '../../../lib/router/links.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconPlus } from '../../../ui/icons.ts'
import css from '../box/SearchSuggestions.module.css'
import { listNarrowings } from './narrowings.ts'
import { joinOperators, splitOperators } from '../operators/operatorChips.ts'
import { useSearchState } from './searchOrigin.ts'
import { type Search, toSearchPath } from '../searchUrl.ts'

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
