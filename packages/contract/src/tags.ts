import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { flag, id, link, linkAddress, page, searchInput, tag, tagName } from './shapes.ts'

/** A tag with the number of its links; what is in the trash does not count. */
export const countedTag = z.extend(tag, { links_count: z.number() })
export type CountedTag = z.output<typeof countedTag>

const tagIds = z.array(id).check(z.maxLength(limits.tagsPerCall))
/** `job` is there when search follows in the background; `job-status` tells how far it is. */
const changed = { changed: z.number(), job: z.optional(id) }
const touches = ['tags', 'links', 'trash'] as const

export const getAllTags = operation({
  path: 'get-all-tags',
  summary:
    'The tags of the person, each with the number of its links: all of them, or with `page` 50 of them. `input` is looked ' +
    'for anywhere in the name, without case and accents; `sort` is name (ascending) or links (descending).',
  input: z.object({
    input: z._default(searchInput, ''),
    sort: z._default(z.enum(['name', 'links']), 'name'),
    page: z.optional(z.int().check(z.minimum(1), z.maximum(limits.page))),
  }),
  output: z.array(countedTag),
  reads: ['tags', 'links'],
})

export const categoryCount = operation({
  path: 'category-count',
  summary:
    'How many links each category has (see, watch, explore, read, listen), and how many tags there are, or hold `input`.',
  input: z.object({ input: z._default(searchInput, '') }),
  output: z.object({ category_counts: z.array(z.number()), tags_count: z.number() }),
  reads: ['tags', 'links'],
})

export const getLinksOfTag = operation({
  path: 'get-links-of-tag',
  summary: 'The links that carry a tag, newest first, 50 a page.',
  input: z.object({ tag_id: id, page }),
  output: z.object({ links: z.array(link), page: z.number(), total: z.number() }),
  errors: ['tags.notFound'],
  reads: ['links', 'tags', 'favourites', 'collections'],
})

export const addNewTags = operation({
  path: 'add-new-tags',
  summary: 'Adds tags by name. The answer maps every name to its id, of those too that were there already.',
  input: z.object({ tags: z.array(tagName).check(z.maxLength(limits.tagsPerCall)) }),
  output: z.record(z.string(), id),
  errors: ['tags.nameRequired', 'tags.nameTooLong'],
  touches: ['tags'],
})

export const updateTag = operation({
  path: 'update-tag',
  summary:
    'Renames a tag. A name that another tag has is refused with that tag in `data.tag`: see merge-tags.',
  input: z.object({ tag_id: id, tag_name: tagName }),
  output: z.object({ success: z.literal(1), tag: countedTag, job: z.optional(id) }),
  errors: ['tags.notFound', 'tags.nameTaken', 'tags.nameRequired', 'tags.nameTooLong'],
  touches,
})

export const deleteTags = operation({
  path: 'delete-tags',
  summary: 'Takes tags off all their links and deletes them. For an hour restore-tags brings them back.',
  input: z.object({ tags: tagIds }),
  output: z.object(changed),
  errors: ['tags.noneChosen', 'tags.notFound'],
  touches,
})

export const mergeTags = operation({
  path: 'merge-tags',
  summary:
    'Puts the tag `into` onto every link that carries one of `tags`, and deletes those. For an hour restore-tags parts them again.',
  input: z.object({ tags: tagIds, into: id }),
  output: z.object({ ...changed, tag: countedTag }),
  errors: ['tags.noneChosen', 'tags.notFound'],
  touches,
})

export const restoreTags = operation({
  path: 'restore-tags',
  summary: 'Brings back tags that were deleted or merged within the last hour, on the links they were on.',
  input: z.object({ tags: tagIds }),
  output: z.object(changed),
  errors: ['tags.noneChosen', 'tags.notFound'],
  touches,
})

export const autofillTags = operation({
  path: 'autofill-tags',
  summary:
    'Tags for a link: those of the person that hold `input`, or without it those that suit the page: named in its words, ' +
    'keywords or host, or carried by similar links. With `shared` 1 tags of links that others share with the person follow. ' +
    '`_id` is null for what is no tag of theirs: keywords of the page, and tags of others.',
  input: z.object({
    input: z._default(searchInput, ''),
    link: z._default(linkAddress, ''),
    name: z._default(z.string().check(z.maxLength(limits.title)), ''),
    desc: z._default(z.string().check(z.maxLength(limits.desc)), ''),
    keywords: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50)), []),
    /** Names that are chosen already. */
    tags: z._default(z.array(z.string()).check(z.maxLength(limits.tagsPerLink)), []),
    shared: z._default(flag, 0),
  }),
  output: z.array(z.object({ _id: z.nullable(id), name: z.string() })),
  reads: ['tags', 'links', 'shares'],
})
