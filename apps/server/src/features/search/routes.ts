import { type Route, route } from '../../calls/route.ts'
import { countSearchResults, suggestSpelling } from './countSearchResults.ts'
import {
  countSavedSearches,
  deleteSavedSearch,
  listSavedSearches,
  renameSavedSearch,
  saveSearch,
} from './savedSearches.ts'
import { proSearch, searchLibrary } from './searchLibrary.ts'

export const searchRoutes: readonly Route[] = [
  route(searchLibrary, { heavy: true, isOwn: true }),
  route(proSearch, { heavy: true, isOwn: true }),
  route(countSearchResults, { heavy: true, isOwn: true }),
  route(suggestSpelling, { heavy: true, isOwn: true }),
  route(saveSearch),
  route(listSavedSearches, { isOwn: true }),
  route(countSavedSearches, { heavy: true, isOwn: true }),
  route(renameSavedSearch),
  route(deleteSavedSearch),
]
