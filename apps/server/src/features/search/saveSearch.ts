import type { Output, Parsed } from '@nestmark/contract/operation'
import type { saveSearch as save } from '@nestmark/contract/savedSearches'
import { searchTypeCodes } from '@nestmark/contract/searchTypes'
import { limits } from '@nestmark/core/limits'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { Call } from '../../calls/call.ts'
import { searchType } from '../searchQuery/query.ts'
import { presentSavedSearch } from './presentSavedSearch.ts'
import { insertSavedSearch, selectSavedSearches } from './savedStore.ts'

/** Saves a search under a name. */
export async function saveSearch(
  { actor, services: { db, now } }: Call,
  { name, input, type, category, order }: Parsed<typeof save>,
): Promise<Output<typeof save>> {
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
}
