import * as contract from '@nestmark/contract/search/savedSearches'
import { action } from '../../calls/action.ts'
import { presentSavedSearch } from './presentSavedSearch.ts'
import { selectSavedSearches } from './savedStore.ts'

/** Lists the person's saved searches. */
export const listSavedSearches = action(contract.listSavedSearches, async ({ actor, services: { db } }) => {
  return (await selectSavedSearches(db.read, actor.personId)).map(presentSavedSearch)
})
