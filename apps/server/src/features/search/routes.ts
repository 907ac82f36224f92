import * as contract from '@nestmark/contract/search'
import { implement, type Route } from '../../http/implement.ts'
import { countByCategory, proSearch, search } from './search.ts'

export const searchRoutes: readonly Route[] = [
  implement(contract.searchLinksFolders, search, { heavy: true, isOwn: true }),
  implement(contract.proSearch, proSearch, { heavy: true, isOwn: true }),
  implement(contract.searchCounts, countByCategory, { heavy: true, isOwn: true }),
]
