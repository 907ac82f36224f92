import { type HighlightPage, allHighlights } from '@nestmark/contract/reading/highlights'
import { parseFilter, type SearchQuery } from '@nestmark/core/searchQuery/query'
import { toIndexTerms, toSearchableAddress } from '@nestmark/core/words/searchTerms'
import type { HighlightQuery } from './highlightQuery.ts'
import { openPage } from '../reader/savedPage.ts'
import { limits } from '@nestmark/core/limits'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../../../lib/api/client.ts'
import type { Pages } from '../../../lib/api/pages.ts'
import { useKeys } from '../../../lib/encryption/keyRing.ts'

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

/** Reads all pages with highlights of encrypted links, which are opened in this browser. */
async function readEncryptedPages(signal: AbortSignal): Promise<HighlightPage[]> {
  const all: HighlightPage[] = []
  for (let page = 1; ; page++) {
    const pages = await client.call(allHighlights, { enc: 1, page }, { signal })
    all.push(...pages)
    if (pages.length < limits.pageSize) return all
  }
}

/** Adds what a search finds among encrypted highlights to what the server has found: it comes first. Without a key, adds nothing. */
export function useEncryptedHits(found: Pages<HighlightPage>, query: HighlightQuery): Pages<HighlightPage> {
  const { input, type } = query
  const hasKeys = useKeys().length > 0
  const { data, isLoading } = useQuery({
    queryKey: [allHighlights.path, { enc: 1 }, 'all pages'],
    queryFn: ({ signal }) => readEncryptedPages(signal),
    meta: { reads: allHighlights.reads, quiet: true },
    enabled: hasKeys && input !== '',
  })
  const hits = useMemo(
    () => (hasKeys && input !== '' && data ? findEncrypted(data, { input, type }) : []),
    [data, hasKeys, input, type],
  )
  const count = hits.length
  const total = isLoading || found.total === undefined ? undefined : found.total + count
  if (count === 0) return { ...found, total }
  return {
    ...found,
    total,
    at: index => (index < count ? hits[index] : found.at(index - count)),
    show: (first, last) => found.show(Math.max(0, first - count), Math.max(0, last - count)),
    async range(first, last) {
      const rest = last < count ? [] : await found.range(Math.max(0, first - count), last - count)
      return [...hits.slice(first, last + 1), ...rest]
    },
  }
}
