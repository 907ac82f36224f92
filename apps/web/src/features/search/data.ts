import { countSearchResults, searchLibrary, suggestSpelling } from '@nestmark/contract/search'
import type { Output } from '@nestmark/contract/operation'
import type { Collection } from '@nestmark/contract/shapes'
import { useState } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import type { Search } from './searchUrl.ts'

type SearchAnswer = Output<typeof searchLibrary>
/** A link, with an excerpt of the match where the title does not show it. */
export type LinkResult = SearchAnswer['links'][number]

const toLinkPage = (answer: SearchAnswer) => ({ items: answer.links, total: answer.total })
/** Returns an empty page whose total is 1 when the answer did not count all links, else 0. */
const toLimitedCount = (answer: SearchAnswer) => ({ items: [], total: answer.total_limited })
const toFolderPage = (answer: SearchAnswer) => ({ items: answer.folders, total: answer.total_folders })

type Input = { input: string; type: Search['type']; category?: number; order?: 1 | 2 }

/** Reads the links and collections that a search finds. Both come from the same answers. */
function useResults(input: Input) {
  const options = { enabled: input.input !== '' }
  const links: Pages<LinkResult> = useOperationPages(searchLibrary, input, toLinkPage, options)
  const folders: Pages<Collection> = useOperationPages(searchLibrary, input, toFolderPage, options)
  const isLimited = useOperationPages(searchLibrary, input, toLimitedCount, options).total === 1
  return { links, folders, isLimited }
}

/**
 * Reads the results of a search. The previous results stay until the new ones arrive, so that the page does not flicker
 * during typing.
 * @returns the results, `shown` with the search that they belong to, and whether the results of the new search are
 * still loading
 */
export function useSearch({ q, type, category, order }: Search) {
  const input: Input = { input: q.trim(), type, ...(category && { category }), ...(order && { order }) }
  const [shownInput, setShownInput] = useState(input)
  const current = useResults(input)
  const previous = useResults(shownInput)
  const isLoaded = current.links.total !== undefined || current.links.error !== null
  if (isLoaded && JSON.stringify(shownInput) !== JSON.stringify(input)) setShownInput(input)
  const isWaiting = !isLoaded && previous.links.total !== undefined
  return isWaiting ? { ...previous, shown: shownInput, isWaiting } : { ...current, shown: input, isWaiting }
}

/**
 * Returns how many links a search finds in each category, undefined until they are known. `isOld`: the counts belong to
 * the previous search.
 */
export function useSearchCounts({ q, type }: Search): {
  counts: readonly number[] | undefined
  isOld: boolean
} {
  const input = q.trim()
  const { data, isPlaceholderData } = useOperation(
    countSearchResults,
    { input, type },
    { enabled: input !== '', keepPrevious: true, quiet: true },
  )
  return { counts: data?.category_counts, isOld: isPlaceholderData }
}

/** Returns a similar search that finds something; undefined while it is not known and when there is none. */
export function useSpelling({ q, type }: Search): string | undefined {
  const input = q.trim()
  const { data } = useOperation(
    suggestSpelling,
    { input, type },
    { enabled: input !== '' && type !== 'category', quiet: true },
  )
  return data?.suggestion ?? undefined
}
