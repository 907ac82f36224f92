import * as contract from '@nestmark/contract/tags'
import type { CountedTag } from '@nestmark/contract/tags'
import { toPageRange } from '../../db/statements/limitClause.ts'
import { action } from '../../calls/action.ts'
import { countTags, type ListedTag, selectTags } from './listQuery.ts'

const withoutHash = (input: string) => input.trim().replace(/^#+/, '')

/** Returns the caller's tags: all, or one page of them. */
export const listTags = action(
  contract.listTags,
  async ({ actor, services: { db } }, { input, sort, page }) => {
    return (
      await selectTags(db.read, actor.personId, {
        text: withoutHash(input),
        sort,
        ...(page && { part: toPageRange(page) }),
      })
    ).map(presentTag)
  },
)

/** Returns the number of links in each category, and the number of tags. */
export const countByCategory = action(
  contract.countByCategory,
  async ({ actor, services: { db } }, { input }) => {
    const { tags, categories } = await countTags(db.read, actor.personId, withoutHash(input))
    return { category_counts: categories, tags_count: tags }
  },
)

/** Returns a tag in its wire format. */
export function presentTag({ id, name, links }: ListedTag): CountedTag {
  return { _id: id, name, links_count: links }
}
