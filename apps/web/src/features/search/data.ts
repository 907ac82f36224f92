import { countSearchResults, searchLibrary, suggestSpelling } from '@nestmark/contract/search/search'
import type { Output } from '@nestmark/contract/operation'
import type { Collection } from '@nestmark/contract/shapes'
import { useState } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { toDayZone } from './operators/dayZone.ts'
import { readsTexts } from './encrypted/searchedFields.ts'
import type { TypedSearch } from './encrypted/toLinkQuery.ts'
import { noHits, useHits } from './encrypted/useHits.ts'
import { toResultOrder, useHitRows, useMergedPages } from './encrypted/useMergedPages.ts'
import type { LinkResult } from './results/linkResult.ts'
import type { Search } from './searchUrl.ts'

type SearchAnswer = Output<typeof searchLibrary>

const toLinkPage = (answer: SearchAnswer) => ({ items: answer.links, total: answer.total })
/** Returns an empty page whose total is 1 when the answer did not count all links, else 0. */
const toLimitedCount = (answer: SearchAnswer) => ({ items: [], total: answer.total_limited })
const toFolderPage = (answer: SearchAnswer) => ({ items: answer.folders, total: answer.total_folders })

/** A search with the keys whose links the browser searches itself. */
interface Input extends TypedSearch {
  open_keys?: readonly string[]
}

/** Reads the links and collections that a search finds. Both come from the same answers. */
function useResults({ open_keys: kids, ...input }: Input) {
  const options = { enabled: input.input !== '' }
  const asked = { ...input, ...toDayZone(input.input), ...(kids && { open_keys: [...kids] }) }
  const links: Pages<LinkResult> = useOperationPages(searchLibrary, asked, { ...options, pick: toLinkPage })
  const folders: Pages<Collection> = useOperationPages(searchLibrary, asked, {
    ...options,
    pick: toFolderPage,
  })
  const isLimited = useOperationPages(searchLibrary, asked, { ...options, pick: toLimitedCount }).total === 1
  const found = useHits(input, kids)
  const hits = useHitRows(found ?? noHits, input.input)
  const merged = useMergedPages(links, hits, toResultOrder(input))
  const isLoaded = (links.total !== undefined && found !== undefined) || links.error !== null
  return { links: merged, folders, isLimited, hitCount: hits.keys.length, isLoaded }
}

/**
 * Reads the results of a search. The previous results are shown until the new ones arrive, so that the page does
 * not flicker during typing.
 * @param openKeys the keys whose links the browser searches itself
 * @returns the results, `shown` with the search that they belong to, and whether the results of the new search are
 * still loading
 */
export function useSearch({ q, type, category, order }: Search, openKeys: readonly string[] | undefined) {
  const input: Input = {
    input: q.trim(),
    type,
    category,
    order,
    open_keys: readsTexts(type) ? openKeys : undefined,
  }
  const [shownInput, setShownInput] = useState(input)
  const current = useResults(input)
  const previous = useResults(shownInput)
  if (current.isLoaded && JSON.stringify(shownInput) !== JSON.stringify(input)) setShownInput(input)
  const isWaiting = !current.isLoaded && previous.isLoaded && previous.links.total !== undefined
  if (isWaiting) return { ...previous, shown: shownInput, isWaiting }
  const links = current.isLoaded ? current.links : { ...current.links, total: undefined }
  return { ...current, links, shown: input, isWaiting }
}

/**
 * Returns how many links a search finds in each category, undefined until they are known. `isOld`: the counts belong to
 * the previous search.
 */
export function useSearchCounts(
  { q, type }: Search,
  openKeys: readonly string[] | undefined,
): {
  counts: readonly number[] | undefined
  isOld: boolean
} {
  const input = q.trim()
  const kids = readsTexts(type) ? openKeys : undefined
  const { data, isPlaceholderData } = useOperation(
    countSearchResults,
    { input, type, ...toDayZone(input), ...(kids && { open_keys: [...kids] }) },
    { enabled: input !== '', keepPrevious: true, quiet: true },
  )
  const found = useHits({ input, type }, kids)
  const isOld = isPlaceholderData || found === undefined
  return { counts: data?.category_counts.map((count, at) => count + (found?.counts[at] ?? 0)), isOld }
}

/** Returns a similar search that finds something; undefined while it is not known and when there is none. */
export function useSpelling({ q, type }: Pick<Search, 'q' | 'type'>, isWanted = true): string | undefined {
  const input = q.trim()
  const enabled = isWanted && input !== '' && type !== 'category'
  const { data } = useOperation(
    suggestSpelling,
    { input, type, ...toDayZone(input) },
    { enabled, quiet: true },
  )
  return enabled ? (data?.suggestion ?? undefined) : undefined
}
