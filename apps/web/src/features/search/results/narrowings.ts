import type { Link } from '@nestmark/contract/shapes'
import { parseSearch, type SearchOperator } from '@nestmark/core/searchQuery/query'
import { toParentName } from '../../collections/data.ts'
import { formatOperator } from '../box/suggestions.ts'

/** An operator that narrows a search down. */
export interface Narrowing {
  operator: SearchOperator
  /** The value as it is shown. */
  value: string
  /** The operator with its value, as it is typed. */
  query: string
}

const maxNarrowings = 5
/** The maximum number of each operator. */
const maxOf = { tag: 2, in: 2, site: 1 } as const

/**
 * Returns the tags, collections and sites that some, but not all, of the results have, most frequent first, without
 * those that the search already contains.
 */
export function listNarrowings(input: string, links: readonly Link[]): Narrowing[] {
  const named = parseSearch(input)
  const used = { tag: named.tags, in: named.collections, site: named.sites }
  const found = (['tag', 'in', 'site'] as const).flatMap(operator =>
    countValues(links, operator)
      .filter(({ count }) => count < links.length)
      .filter(({ value }) => !used[operator].some(each => each.value.toLowerCase() === value.toLowerCase()))
      .slice(0, maxOf[operator])
      .map(({ value, count }) => ({
        operator,
        value: operator === 'tag' ? `#${value}` : value,
        query: formatOperator(operator, value),
        count,
      })),
  )
  return found.slice(0, maxNarrowings)
}

/** Returns the values of an operator with the number of links that have them, most frequent first. */
function countValues(
  links: readonly Link[],
  operator: keyof typeof maxOf,
): { value: string; count: number }[] {
  const values = links.flatMap(link => listValues(link, operator))
  return [...Map.groupBy(values, value => value)]
    .map(([value, all]) => ({ value, count: all.length }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}

function listValues(link: Link, operator: keyof typeof maxOf): string[] {
  if (operator === 'tag') return link.tags.map(tag => tag.name)
  if (operator === 'in') return link.parent_name ? [toParentName(link)] : []
  return URL.canParse(link.link) ? [new URL(link.link).hostname.replace(/^www\./, '')].filter(Boolean) : []
}
