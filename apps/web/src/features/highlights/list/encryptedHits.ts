import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import { parseFilter, type SearchQuery } from '@nestmark/core/searchQuery/query'
import { toIndexTerms, toSearchableAddress } from '@nestmark/core/words/searchTerms'
import type { HighlightQuery } from './highlightQuery.ts'
import { openPage } from '../reader/savedPage.ts'

/**
 * Finds highlights among those of encrypted links as the server finds the others. Locked ones have no words.
 * @returns the pages with the highlights that match
 */
export function findEncrypted(
  pages: readonly HighlightPage[],
  { input, type }: Pick<HighlightQuery, 'input' | 'type'>,
): HighlightPage[] {
  const search = parseFilter(input)
  if (search.terms.length === 0) return []
  return pages.flatMap(locked => {
    const page = openPage(locked)
    const { title, highlights } = page.data
    const address = toIndexTerms(toSearchableAddress(page.link))
    const titleTerms = toIndexTerms(title)
    const found = highlights.filter(({ text, comm }) =>
      text === ''
        ? false
        : matchesTerms(type === 1 ? [address] : [titleTerms, toIndexTerms(text), toIndexTerms(comm)], search),
    )
    return found.length === 0 ? [] : [{ ...locked, data: { ...locked.data, highlights: found } }]
  })
}

/** Returns whether fields in their index form have all terms of a search, and none that it excludes. */
function matchesTerms(
  fields: readonly string[],
  { terms, without }: Pick<SearchQuery, 'terms' | 'without'>,
): boolean {
  const has = ({ terms: adjacent, prefix }: SearchQuery['terms'][number]) => {
    const wanted = ` ${adjacent.join(' ')}${prefix ? '' : ' '}`
    return fields.some(field => ` ${field} `.includes(wanted))
  }
  return terms.every(has) && !without.some(has)
}
