import type { Output } from '@nestmark/contract/operation'
import type { listSavedSearches as list } from '@nestmark/contract/savedSearches'
import type { Call } from '../../calls/call.ts'
import { presentSavedSearch } from './presentSavedSearch.ts'
import { selectSavedSearches } from './savedStore.ts'

/** Lists the person's saved searches. */
export async function listSavedSearches({ actor, services: { db } }: Call): Promise<Output<typeof list>> {
  return (await selectSavedSearches(db.read, actor.personId)).map(presentSavedSearch)
}
