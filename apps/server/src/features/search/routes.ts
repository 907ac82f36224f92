import { type Route, route } from '../../calls/route.ts'
import { countSavedSearches } from './countSavedSearches.ts'
import { countSearchResults } from './countSearchResults.ts'
import { deleteSavedSearch } from './deleteSavedSearch.ts'
import { listSavedSearches } from './listSavedSearches.ts'
import { proSearch } from './proSearch.ts'
import { renameSavedSearch } from './renameSavedSearch.ts'
import { saveSearch } from './saveSearch.ts'
import { searchLibrary } from './searchLibrary.ts'
import { suggestSpelling } from './suggestSpelling.ts'

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
