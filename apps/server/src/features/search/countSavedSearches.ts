import type { Output } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/search/savedSearches'
import type { Category } from '@nestmark/core/limits'
import { limits } from '@nestmark/core/limits'
import type { SavedSearchRow } from '../../db/tables/tables.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { besides } from '../searchQuery/found.ts'
import { planSearch, searchType, toCollectionQuery } from '../searchQuery/query.ts'
import { countFolders } from './folderQuery.ts'
import { selectSavedSearches } from './savedStore.ts'
import { countFound } from './store.ts'

/** Counts what each saved search of the person finds, up to a limit. */
export const countSavedSearches = action(
  contract.countSavedSearches,
  async (call, { time_zone: timeZone }) => {
    const searches = await selectSavedSearches(call.services.db.read, call.actor.personId)
    const counts: Output<typeof contract.countSavedSearches> = []
    // One after the other: a person with many searches uses one connection.
    for (const search of searches)
      counts.push({ _id: search.id, count: await countOne(call, search, timeZone) })
    return counts
  },
)

async function countOne(
  { actor, services: { db } }: Call,
  { input, type: code, category }: SavedSearchRow,
  timeZone: string | undefined,
): Promise<number> {
  const type = searchType(code)
  const max = limits.savedSearchCount
  if (type === 'collection' || type === 'collectionName') {
    const folded = toCollectionQuery(type, input)
    return folded ? Math.min(await countFolders(db.read, actor.personId, folded), max) : 0
  }
  const asked = { type, input, timeZone, category: (category ?? undefined) as Category | undefined }
  const plans = await planSearch(db.read, actor, asked)
  const all = [...plans, ...besides(plans)]
  return Math.min(await countFound({ db: db.read, personId: actor.personId }, all, false, max), max)
}
