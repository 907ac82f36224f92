import type { Output, Parsed } from '@nestmark/contract/operation'
import type { renameSavedSearch as rename } from '@nestmark/contract/savedSearches'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { presentSavedSearch } from './presentSavedSearch.ts'
import { changeSavedSearch } from './savedStore.ts'

/** Renames a saved search. */
export async function renameSavedSearch(
  { actor, services: { db } }: Call,
  { search_id: id, name }: Parsed<typeof rename>,
): Promise<Output<typeof rename>> {
  const row = await db.write(tx => changeSavedSearch(tx, actor.personId, id, name))
  return row ? presentSavedSearch(row) : refuse('searches.notFound')
}
