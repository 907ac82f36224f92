import type { Output } from '@nestmark/contract/operation'
import type { SavedSearch } from '@nestmark/contract/search/savedSearches'
import * as contract from '@nestmark/contract/search/savedSearches'
import { searchTypeCodes } from '@nestmark/contract/search/searchTypes'
import { type Category, limits } from '@nestmark/core/limits'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { SavedSearchRow } from '../../db/tables/tables.ts'
import { action, ownLibraryRead } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { besides } from '../searchQuery/found.ts'
import { planSearch, searchType, toCollectionQuery } from '../searchQuery/query.ts'
import { countFolders } from './folderQuery.ts'
import { changeSavedSearch, insertSavedSearch, removeSavedSearch, selectSavedSearches } from './savedStore.ts'
import { countFound } from './store.ts'

/** Lists the person's saved searches. */
export const listSavedSearches = action(
  contract.listSavedSearches,
  { isOwn: true },
  async ({ actor, services: { db } }) => {
    return (await selectSavedSearches(db.read, actor.personId)).map(presentSavedSearch)
  },
)

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

/** Renames a saved search. */
export const renameSavedSearch = action(
  contract.renameSavedSearch,
  async ({ actor, services: { db } }, { search_id: id, name }) => {
    const row = await db.write(tx => changeSavedSearch(tx, actor.personId, id, name))
    return row ? presentSavedSearch(row) : refuse('searches.notFound')
  },
)

/** Deletes a saved search. */
export const deleteSavedSearch = action(
  contract.deleteSavedSearch,
  async ({ actor, services: { db } }, { search_id: id }) => {
    if (!(await db.write(tx => removeSavedSearch(tx, actor.personId, id)))) refuse('searches.notFound')
    return {}
  },
)

/** Counts what each saved search of the person finds, up to a limit. */
export const countSavedSearches = action(
  contract.countSavedSearches,
  ownLibraryRead,
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

/** Returns a saved search in its wire format. */
const presentSavedSearch = (row: SavedSearchRow): SavedSearch => ({
  _id: row.id,
  name: row.name,
  input: row.input,
  type: row.type,
  category: row.category,
  order: row.by_date,
  created: row.created_at,
})
