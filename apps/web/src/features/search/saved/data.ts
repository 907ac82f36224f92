import {
  countSavedSearches,
  deleteSavedSearch,
  listSavedSearches,
  type SavedSearch,
} from '@nestmark/contract/search/savedSearches'
import { type SearchType, searchTypeCodes } from '@nestmark/contract/search/searchTypes'
import { savedSearchTexts as texts } from '@nestmark/texts/search/savedSearches'
import { useOperation, useOperationMutation } from '../../../lib/api/operations.ts'
import { toast } from '../../../lib/toasts.ts'
import { useToken } from '../../../lib/browser/token.ts'
import { toDayZone } from '../operators/dayZone.ts'
import { type Search, toSearchPath } from '../searchUrl.ts'

const typeNames = new Map(
  Object.entries(searchTypeCodes).map(([name, code]) => [code as number, name as SearchType]),
)

/** Reads the saved searches of the user. */
export function useSavedSearches(): readonly SavedSearch[] {
  const signedIn = useToken() !== null
  return useOperation(listSavedSearches, {}, { enabled: signedIn, quiet: true }).data ?? []
}

/** Reads how much these searches find, by their ID; empty until it is known. */
export function useSavedCounts(searches: readonly SavedSearch[]): ReadonlyMap<string, number> {
  const zone = searches.map(each => toDayZone(each.input)).find(each => each.time_zone)
  const options = { enabled: searches.length > 0, keepPrevious: true, quiet: true }
  const { data = [] } = useOperation(countSavedSearches, zone ?? {}, options)
  return new Map(data.map(each => [each._id, each.count]))
}

/** Returns a saved search as the search page shows it. */
function toSearch({ input, type, category, order }: SavedSearch): Search {
  return {
    q: input,
    type: typeNames.get(type) ?? 'everything',
    category: category ?? undefined,
    order: order ?? undefined,
  }
}

/** Returns the address of a saved search. */
export const toSavedPath = (search: SavedSearch): string => toSearchPath(toSearch(search))

export const useDeleteSavedSearch = () =>
  useOperationMutation(deleteSavedSearch, { onSuccess: () => toast({ title: texts.deleted }) })
