import { isHeavyTagPage } from '../../calls/heavyPage.ts'
import * as contract from '@nestmark/contract/tags'
import { assertDefined } from '@nestmark/core/assertDefined'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { toPageRange } from '../../db/statements/limitClause.ts'
import { action, ownLibraryRead } from '../../calls/action.ts'
import { countTags, type ListedTag, selectTags } from './listQuery.ts'
import { distinctNames, ensureTags } from './store.ts'

const withoutHash = (input: string) => input.trim().replace(/^#+/, '')

/** Returns the caller's tags: all, or one page of them. */
export const listTags = action(
  contract.listTags,
  {
    heavy: isHeavyTagPage,
    longResponse: ({ page }) => page === undefined,
    isOwn: true,
  },
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
  ownLibraryRead,
  async ({ actor, services: { db } }, { input }) => {
    const { tags, categories } = await countTags(db.read, actor.personId, withoutHash(input))
    return { category_counts: categories, tags_count: tags }
  },
)

/** Adds tags by name; existing ones are unchanged. */
export const addTags = action(contract.addTags, async ({ actor, services: { db } }, input) => {
  const names = distinctNames(input.tags)
  if (names.length === 0) refuse('tags.nameRequired')
  const tags = await db.write(async tx => {
    await lockTree(tx, actor.personId)
    return ensureTags(tx, actor.personId, names)
  })
  return Object.fromEntries(names.map((name, at) => [name, assertDefined(tags[at], 'tag').id]))
})

/** Returns a tag in its wire format. */
export function presentTag({ id, name, links }: ListedTag): contract.CountedTag {
  return { _id: id, name, links_count: links }
}
