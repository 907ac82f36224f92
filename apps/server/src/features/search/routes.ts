import * as contract from '@nestmark/contract/search'
import { implement, type Route } from '../../http/implement.ts'
import { countSearchResults } from './countSearchResults.ts'
import { proSearch } from './proSearch.ts'
import { searchLibrary } from './searchLibrary.ts'
import { suggestSpelling } from './suggestSpelling.ts'

export const searchRoutes: readonly Route[] = [
  implement(contract.searchLibrary, searchLibrary, { heavy: true, isOwn: true }),
  implement(contract.proSearch, proSearch, { heavy: true, isOwn: true }),
  implement(contract.countSearchResults, countSearchResults, { heavy: true, isOwn: true }),
  implement(contract.suggestSpelling, suggestSpelling, { heavy: true, isOwn: true }),
]
