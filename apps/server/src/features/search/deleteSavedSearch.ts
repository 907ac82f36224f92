import * as contract from '@nestmark/contract/search/savedSearches'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { removeSavedSearch } from './savedStore.ts'

/** Deletes a saved search. */
export const deleteSavedSearch = action(
  contract.deleteSavedSearch,
  async ({ actor, services: { db } }, { search_id: id }) => {
    if (!(await db.write(tx => removeSavedSearch(tx, actor.personId, id)))) refuse('searches.notFound')
    return {}
  },
)
