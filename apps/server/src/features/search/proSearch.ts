import * as contract from '@nestmark/contract/search/search'
import { action } from '../../calls/action.ts'
import { searchLibrary } from './searchLibrary.ts'

/** Searches links (type 1) or collections (type 2). */
export const proSearch = action(contract.proSearch, async (call, input) => {
  return searchLibrary(call, { ...input, type: input.type === 1 ? 'link' : 'collection' })
})
