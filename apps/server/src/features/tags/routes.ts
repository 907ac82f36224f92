import * as contract from '@nestmark/contract/tags'
import { implement, type Route } from '../../http/implement.ts'
import { tagsHolding, tagsWithCounts } from './store.ts'

/** Suggestions shown at once. */
const suggestions = 12

export const tagRoutes: readonly Route[] = [
  implement(contract.getAllTags, async ({ actor, services: { db } }) =>
    (await tagsWithCounts(db.read, actor.personId)).map(tag => ({
      _id: tag.id,
      name: tag.name,
      links_count: tag.n,
    })),
  ),
  implement(contract.autofillTags, async ({ actor, services: { db } }, { input }) =>
    (await tagsHolding(db.read, actor.personId, input.trim().replace(/^#+/, ''), suggestions)).map(tag => ({
      _id: tag.id,
      name: tag.name,
    })),
  ),
]
