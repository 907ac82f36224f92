import * as saved from '@nestmark/contract/search/savedSearches'
import type { Resources } from '../factory.testing.ts'
import { ownerOnly, type Row, signedInOnly } from '../row.testing.ts'

/** Saves a search of the owner. */
async function createSearch({ people }: Resources): Promise<string> {
  return (await people.owner.call(saved.saveSearch, { name: 'Search', input: 'own' }))._id
}

/** Deletes a person's saved searches, because their number is limited. */
const clear = ({ people }: Resources) =>
  Promise.all(
    Object.values(people).map(async who => {
      for (const { _id } of await who.call(saved.listSavedSearches, {}))
        await who.call(saved.deleteSavedSearch, { search_id: _id })
    }),
  )

const ofSearch = (op: Row['op'], more: object = {}): Row => ({
  op,
  key: 'write',
  input: async resources => ({ search_id: await createSearch(resources), ...more }),
  expect: ownerOnly('searches.notFound'),
})

export const savedSearchRows: readonly Row[] = [
  {
    op: saved.saveSearch,
    key: 'write',
    before: clear,
    input: () => ({ name: 'own', input: 'own' }),
    expect: signedInOnly,
    ownOnly: true,
  },
  {
    op: saved.listSavedSearches,
    key: 'read',
    before: clear,
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: [],
  },
  {
    op: saved.countSavedSearches,
    key: 'read',
    before: clear,
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: [],
  },
  ofSearch(saved.renameSavedSearch, { name: 'Other words' }),
  ofSearch(saved.deleteSavedSearch),
]
