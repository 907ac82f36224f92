import type { Output, Parsed } from '@nestmark/contract/operation'
import type { deleteSavedSearch as remove } from '@nestmark/contract/savedSearches'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { removeSavedSearch } from './savedStore.ts'

/** Deletes a saved search. */
export async function deleteSavedSearch(
  { actor, services: { db } }: Call,
  { search_id: id }: Parsed<typeof remove>,
): Promise<Output<typeof remove>> {
  if (!(await db.write(tx => removeSavedSearch(tx, actor.personId, id)))) refuse('searches.notFound')
  return {}
}
