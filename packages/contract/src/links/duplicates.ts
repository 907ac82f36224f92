import { duplicateLevels } from '@nestmark/core/addresses/duplicates'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { actionResult, id, ids, link, page } from '../shapes.ts'

/** How alike links are, from 1 to 5; see `core/duplicates`. */
const level = z.union(duplicateLevels.map(each => z.literal(each)))

/** A link of a group, with what it has beside its fields. */
export const duplicateLink = z.extend(link, {
  /** The lowest level at which it is in one group with the first link. */
  level,
  /** 1: the caller has a note on it. */
  note: z.union([z.literal(0), z.literal(1)]),
  /** The number of the caller's highlights of its page. */
  highlights: z.number(),
  /** The name of its owner, when that is another person. */
  owner_name: z.optional(z.string()),
})
export type DuplicateLink = z.output<typeof duplicateLink>

export const findDuplicates = operation({
  path: 'find-duplicates',
  keyScope: 'read',
  summary:
    'Finds links that were saved more than once, as an object of groups with the keys 1, 2 and so on; the first link of a group is the oldest. `level` is how alike they are, each including those before it: ' +
    '1 the same address, 2 without scheme, www, trailing slash and fragment, 3 (the default) without tracking parameters, 4 the same page by its canonical address, 5 the same title on the same site. ' +
    'Returns the largest groups first, `limit` per page (1,000 by default), and of each at most 500 links. Links of shared collections are included where another one of the group can be deleted; encrypted links are not. For paid plans.',
  input: z.object({
    level: z._default(level, 3),
    page,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(limits.idsPerCall)), limits.idsPerCall),
  }),
  output: z.record(z.string(), z.array(duplicateLink)),
  errors: ['plan.duplicates'],
  reads: ['links', 'tags', 'favourites', 'collections', 'shares', 'notes', 'highlights'],
})

export const countDuplicates = operation({
  path: 'count-duplicates',
  keyScope: 'read',
  summary:
    'Counts the groups of find-duplicates at each level from 1 to 5, and the links in them. For paid plans.',
  output: z.object({ groups: z.array(z.number()), links: z.array(z.number()) }),
  errors: ['plan.duplicates'],
  reads: ['links', 'collections', 'shares'],
})

export const deleteDuplicateBroken = operation({
  path: 'delete-duplicate-broken',
  freesSpace: true,
  keyScope: 'write',
  summary:
    'Moves links that find-duplicates or get-broken-links returned to the trash. More than 5 links are processed by a job (202). The tags of a link are not needed. With `kept`, the id of the one that stays, a duplicate is deleted only while that is not in the trash. For paid plans.',
  input: z.object({
    links: z
      .array(z.object({ _id: id, tags: z.optional(z.array(z.unknown())), kept: z.optional(id) }))
      .check(z.maxLength(limits.foundLinksPerCall)),
  }),
  output: z.object({ deleted: z.number(), ...actionResult }),
  errors: [
    'plan.duplicates',
    'links.noneChosen',
    'links.notFound',
    'links.readOnly',
    'links.changedElsewhere',
  ],
  events: ['link.trashed'],
  touches: ['jobs'],
})

/** Links that become one. */
const mergedGroup = z.object({
  /** The link that stays. */
  keep: id,
  /** The others. */
  links: ids.check(z.minLength(1)),
})

export const mergeDuplicates = operation({
  path: 'merge-duplicates',
  keyScope: 'write',
  summary:
    "Merges links, each group into the link `keep`: it gets the oldest date, all tags, checklists and files of its category, and the caller's notes, highlights and favourite marks; the others go to the trash. " +
    'A link is in one group only, and all links of a group have the same owner. More than 5 groups are merged by a job (202). For paid plans.',
  input: z.object({
    groups: z
      .array(mergedGroup)
      .check(
        z.maxLength(limits.idsPerCall),
        z.refine(areDistinct, 'A link can be in one group only, and once.'),
      ),
  }),
  /** The number of links that are in the trash now. */
  output: z.object({ merged: z.number(), ...actionResult }),
  errors: [
    'plan.duplicates',
    'links.noneChosen',
    'links.notFound',
    'links.readOnly',
    'collections.otherOwner',
    'encryption.encrypted',
  ],
  events: ['link.tagged', 'link.updated', 'link.trashed'],
  touches: ['favourites', 'notes', 'highlights', 'jobs'],
})

function areDistinct(groups: readonly z.output<typeof mergedGroup>[]): boolean {
  const all = groups.flatMap(({ keep, links }) => [keep, ...links])
  return new Set(all).size === all.length
}

export const markDistinct = operation({
  path: 'not-duplicates',
  keyScope: 'write',
  summary:
    'Marks links as no duplicates of each other: a group of only such links is not found any more. `undo`, the key of an earlier answer, removes its mark instead. For paid plans.',
  input: z.object({ links: z._default(ids, []), undo: z.optional(id) }),
  output: z.object({ undo: z.nullable(id) }),
  errors: ['plan.duplicates', 'links.noneChosen', 'links.notFound', 'undo.expired'],
  // Only the lists of duplicates change.
  touches: ['links'],
})
