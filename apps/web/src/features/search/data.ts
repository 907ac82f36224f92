import { searchCounts, searchLinksFolders } from '@nestmark/contract/search'
import type { Output } from '@nestmark/contract/operation'
import type { Collection } from '@nestmark/contract/shapes'
import { useState } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import type { Search } from './address.ts'

type Found = Output<typeof searchLinksFolders>
/** A link with the part of it that was found, where the title does not show it. */
export type FoundLink = Found['links'][number]

const toLinkPage = (answer: Found) => ({ items: answer.links, total: answer.total })
/** How many answers there are that leave links uncounted: one or none. */
const toLimitedCount = (answer: Found) => ({ items: [], total: answer.total_limited })
const toFolderPage = (answer: Found) => ({ items: answer.folders, total: answer.total_folders })

type Input = { input: string; type: Search['type']; category?: number; order?: 1 | 2 }

/** Links and collections that a search finds; both come with the same answers. */
function useFound(input: Input) {
  const options = { enabled: input.input !== '' }
  const links: Pages<FoundLink> = useOperationPages(searchLinksFolders, input, toLinkPage, options)
  const folders: Pages<Collection> = useOperationPages(searchLinksFolders, input, toFolderPage, options)
  const isLimited = useOperationPages(searchLinksFolders, input, toLimitedCount, options).total === 1
  return { links, folders, isLimited }
}

/**
 * What a search finds. The last results stay until the new ones are here: nothing flickers while somebody types.
 * @returns besides, `shown`: the search that the results are of, and whether the page waits for those of the new one
 */
export function useSearch({ q, type, category, order }: Search) {
  const input: Input = { input: q.trim(), type, ...(category && { category }), ...(order && { order }) }
  const [last, setLast] = useState(input)
  const fresh = useFound(input)
  const before = useFound(last)
  const here = fresh.links.total !== undefined || fresh.links.error !== null
  if (here && JSON.stringify(last) !== JSON.stringify(input)) setLast(input)
  const isWaiting = !here && before.links.total !== undefined
  return isWaiting ? { ...before, shown: last, isWaiting } : { ...fresh, shown: input, isWaiting }
}

/** How many links a search finds in each category; undefined while nobody knows. `isOld`: these are of the search before. */
export function useSearchCounts({ q, type }: Search): {
  counts: readonly number[] | undefined
  isOld: boolean
} {
  const input = q.trim()
  const { data, isPlaceholderData } = useOperation(
    searchCounts,
    { input, type },
    { enabled: input !== '', keep: true, quiet: true },
  )
  return { counts: data?.category_counts, isOld: isPlaceholderData }
}
