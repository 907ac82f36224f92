import * as contract from '@nestmark/contract/search/search'
import { categories } from '@nestmark/core/limits'
import { action, ownLibraryRead } from '../../calls/action.ts'
import { besides } from '../searchQuery/found.ts'
import { planSearch, searchType } from '../searchQuery/query.ts'
import { countByCategoryIn, countFound } from './store.ts'

/** Returns the number of links that a search finds, by category. */
export const countSearchResults = action(
  contract.countSearchResults,
  ownLibraryRead,
  async ({ actor, services: { db } }, input) => {
    const type = searchType(input.type)
    const asked = { type, input: input.input, timeZone: input.time_zone, openKeys: input.open_keys }
    const searches = await planSearch(db.read, actor, asked)
    const scope = { db: db.read, personId: actor.personId }
    if (type === 'category' && searches.length > 0) {
      // A category search finds no links of other categories: each category needs a separate search.
      const each = categories.map(async ({ tag }) =>
        countFound(scope, await planSearch(db.read, actor, { type, input: tag })),
      )
      return { category_counts: await Promise.all(each) }
    }
    const all = [...searches, ...besides(searches)]
    const counts = await Promise.all(all.map(each => countByCategoryIn(scope, each)))
    return {
      category_counts: categories.map((_, at) => counts.reduce((all, each) => all + (each[at] ?? 0), 0)),
    }
  },
)
