import * as saved from '@nestmark/contract/savedSearches'
import * as contract from '@nestmark/contract/search'
import { implement, type Route } from '../../calls/route.ts'
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
  implement(contract.searchLibrary, searchLibrary, { heavy: true, isOwn: true }),
  implement(contract.proSearch, proSearch, { heavy: true, isOwn: true }),
  implement(contract.countSearchResults, countSearchResults, { heavy: true, isOwn: true }),
  implement(contract.suggestSpelling, suggestSpelling, { heavy: true, isOwn: true }),
  implement(saved.saveSearch, saveSearch),
  implement(saved.listSavedSearches, listSavedSearches, { isOwn: true }),
  implement(saved.countSavedSearches, countSavedSearches, { heavy: true, isOwn: true }),
  implement(saved.renameSavedSearch, renameSavedSearch),
  implement(saved.deleteSavedSearch, deleteSavedSearch),
]
