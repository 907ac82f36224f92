import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { searchInput } from './search/searchTypes.ts'
import { flag, id, link, linkAddress, page, tag, tagName } from './shapes.ts'

/** A tag with its number of links, without the trash. */
export const countedTag = z.extend(tag, { links_count: z.number() })
export type CountedTag = z.output<typeof countedTag>

const tagIds = z.array(id).check(z.maxLength(limits.tagsPerCall))
/** `job` is present when the search index is updated in the background; `job-status` returns its progress. */
const changed = { changed: z.number(), job: z.optional(id) }
const touches = ['tags', 'links', 'trash'] as const

export const listTags = operation({
  path: 'get-all-tags',
  keyScope: 'read',
  summary:
    "Lists the person's tags with their numbers of links: all, or with `page` 50 per page. `input` filters by a part of the name, " +
    'ignoring case and accents; `sort` is name (ascending) or links (descending).',
  input: z.object({
    input: z._default(searchInput, ''),
    sort: z._default(z.enum(['name', 'links']), 'name'),
    page: z.optional(z.int().check(z.minimum(1), z.maximum(limits.page))),
  }),
  output: z.array(countedTag),
  reads: ['tags', 'links'],
})

export const countByCategory = operation({
  path: 'category-count',
  keyScope: 'read',
  summary:
    'Returns the number of links in each category (see, watch, explore, read, listen), and the number of tags, or of those whose name contains `input`.',
  input: z.object({ input: z._default(searchInput, '') }),
  output: z.object({ category_counts: z.array(z.number()), tags_count: z.number() }),
  reads: ['tags', 'links'],
})

export const listLinksOfTag = operation({
  path: 'get-links-of-tag',
  keyScope: 'read',
  summary: 'Lists the links with a tag, newest first, 50 per page.',
  input: z.object({ tag_id: id, page }),
  output: z.object({ links: z.array(link), page: z.number(), total: z.number() }),
  errors: ['tags.notFound'],
  reads: ['links', 'tags', 'favourites', 'collections'],
})

export const addTags = operation({
  path: 'add-new-tags',
  keyScope: 'write',
  summary: 'Adds tags by name. The response maps every name to its id, including tags that existed already.',
  input: z.object({ tags: z.array(tagName).check(z.maxLength(limits.tagsPerCall)) }),
  output: z.record(z.string(), id),
  errors: ['tags.nameRequired', 'tags.nameTooLong'],
  touches: ['tags'],
})

export const updateTag = operation({
  path: 'update-tag',
  keyScope: 'write',
  summary:
    'Renames a tag. If another tag has the name, the call is rejected with that tag in `data.tag`: see merge-tags.',
  input: z.object({ tag_id: id, tag_name: tagName }),
  output: z.object({ success: z.literal(1), tag: countedTag, job: z.optional(id) }),
  errors: ['tags.notFound', 'tags.nameTaken', 'tags.nameRequired', 'tags.nameTooLong'],
  touches: [...touches, 'rules'],
})

export const deleteTags = operation({
  path: 'delete-tags',
  keyScope: 'write',
  summary: 'Removes tags from all their links and deletes them. restore-tags restores them within an hour.',
  input: z.object({ tags: tagIds }),
  output: z.object(changed),
  errors: ['tags.noneChosen', 'tags.notFound'],
  touches,
})

export const mergeTags = operation({
  path: 'merge-tags',
  keyScope: 'write',
  summary:
    'Adds the tag `into` to every link that has one of `tags`, and deletes those tags. restore-tags undoes the merge within an hour.',
  input: z.object({ tags: tagIds, into: id }),
  output: z.object({ ...changed, tag: countedTag }),
  errors: ['tags.noneChosen', 'tags.notFound'],
  touches: [...touches, 'rules'],
})

export const restoreTags = operation({
  path: 'restore-tags',
  keyScope: 'write',
  summary: 'Restores tags that were deleted or merged within the last hour, on the links that had them.',
  input: z.object({ tags: tagIds }),
  output: z.object(changed),
  errors: ['tags.noneChosen', 'tags.notFound'],
  touches: [...touches, 'rules'],
})

export const autofillTags = operation({
  path: 'autofill-tags',
  keyScope: 'read',
  summary:
    "Suggests tags for a link: the person's tags that contain `input`, or without `input` those that fit the page: named in its text, " +
    'keywords or host, or used by similar links. With `shared` 1, tags of links that others share with the person follow. ' +
    '`_id` is null for names that are not tags of the person: keywords of the page, and tags of others.',
  input: z.object({
    input: z._default(searchInput, ''),
    link: z._default(linkAddress, ''),
    name: z._default(z.string().check(z.maxLength(limits.title)), ''),
    desc: z._default(z.string().check(z.maxLength(limits.desc)), ''),
    keywords: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50)), []),
    /** Names of tags that are already selected. */
    tags: z._default(z.array(z.string()).check(z.maxLength(limits.tagsPerLink)), []),
    shared: z._default(flag, 0),
  }),
  output: z.array(z.object({ _id: z.nullable(id), name: z.string() })),
  reads: ['tags', 'links', 'shares'],
})
