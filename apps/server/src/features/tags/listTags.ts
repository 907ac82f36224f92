import type { Output, Parsed } from '@nestmark/contract/operation'
import type {
  countByCategory as countByCategoryCall,
  CountedTag,
  listTags as listTagsCall,
} from '@nestmark/contract/tags'
import { toPageRange } from '../../db/limitClause.ts'
import type { Call } from '../../calls/call.ts'
import { countTags, type ListedTag, selectTags } from './listQuery.ts'

const withoutHash = (input: string) => input.trim().replace(/^#+/, '')

/** Returns the caller's tags: all, or one page of them. */
export async function listTags(
  { actor, services: { db } }: Call,
  { input, sort, page }: Parsed<typeof listTagsCall>,
): Promise<Output<typeof listTagsCall>> {
  return (
    await selectTags(db.read, actor.personId, {
      text: withoutHash(input),
      sort,
      ...(page && { part: toPageRange(page) }),
    })
  ).map(presentTag)
}

/** Returns the number of links in each category, and the number of tags. */
export async function countByCategory(
  { actor, services: { db } }: Call,
  { input }: Parsed<typeof countByCategoryCall>,
): Promise<Output<typeof countByCategoryCall>> {
  const { tags, categories } = await countTags(db.read, actor.personId, withoutHash(input))
  return { category_counts: categories, tags_count: tags }
}

/** Returns a tag in its wire format. */
export function presentTag({ id, name, links }: ListedTag): CountedTag {
  return { _id: id, name, links_count: links }
}
