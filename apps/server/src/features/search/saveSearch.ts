import * as contract from '@nestmark/contract/search/savedSearches'
import { searchTypeCodes } from '@nestmark/contract/search/searchTypes'
import { limits } from '@nestmark/core/limits'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { action } from '../../calls/action.ts'
import { searchType } from '../searchQuery/query.ts'
import { presentSavedSearch } from './presentSavedSearch.ts'
import { insertSavedSearch, selectSavedSearches } from './savedStore.ts'

/** Saves a search under a name. */
export const saveSearch = action(
  contract.saveSearch,
  async ({ actor, services: { db, now } }, { name, input, type, category, order }) => {
    const row = {
      id: newId(),
      person_id: actor.personId,
      name,
      input,
      type: searchTypeCodes[searchType(type)],
      category: category ?? null,
      by_date: order ?? null,
      created_at: now(),
      import_id: null,
    }
    await db.write(async tx => {
      await lockTree(tx, actor.personId)
      if ((await selectSavedSearches(tx, actor.personId)).length >= limits.savedSearches)
        refuse('searches.tooMany')
      await insertSavedSearch(tx, row)
    })
    return presentSavedSearch(row)
  },
)
