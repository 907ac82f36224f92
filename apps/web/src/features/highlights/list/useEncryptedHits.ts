import { allHighlights, type HighlightPage } from '@nestmark/contract/reading/highlights'
import { limits } from '@nestmark/core/limits'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../../../lib/api/client.ts'
import type { Pages } from '../../../lib/api/pages.ts'
import { useKeys } from '../../../lib/encryption/keyRing.ts'
import { findEncrypted } from './encryptedHits.ts'
import type { HighlightQuery } from './highlightQuery.ts'

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
