import * as contract from '@nestmark/contract/search/savedSearches'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { presentSavedSearch } from './presentSavedSearch.ts'
import { changeSavedSearch } from './savedStore.ts'

/** Renames a saved search. */
export const renameSavedSearch = action(
  contract.renameSavedSearch,
  async ({ actor, services: { db } }, { search_id: id, name }) => {
    const row = await db.write(tx => changeSavedSearch(tx, actor.personId, id, name))
    return row ? presentSavedSearch(row) : refuse('searches.notFound')
  },
)
