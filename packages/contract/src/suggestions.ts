import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { linkForm } from './links.ts'
import { operation } from './operation.ts'
import {
  category,
  id,
  ids,
  link,
  linkAddress,
  linkDesc,
  linkTitle,
  nothing,
  page,
  tagNames,
  time,
} from './shapes.ts'

/** A suggestion waits until it is approved (the collection has a link of its own then) or rejected. */
export const suggestionState = z.enum(['pending', 'approved', 'rejected'])

/**
 * A link that somebody suggests for a collection: `_id` and `sugg_id` are the suggestion's own, `parent` is the collection
 * ('' once the suggester may not see it any more). `thumbnail` is the address of the page's image, which no browser of
 * ours asks for.
 */
export const suggestedLink = z.extend(link, {
  sugg_id: id,
  state: suggestionState,
  /** Who suggests it; null for a visitor who has not signed in since. */
  from: z.nullable(z.object({ username: z.string() })),
  /** What the recipient said when it was rejected. */
  word: z.string(),
  /** The link it became, for those who may see it. */
  link_id: z.nullable(id),
  decide_date: z.nullable(time),
  sugg_can: z.object({ approve: z.boolean(), edit: z.boolean(), remove: z.boolean() }),
})
export type SuggestedLink = z.output<typeof suggestedLink>

const suggestionIds = z._default(ids, [])

export const addSuggestion = operation({
  path: 'add-suggestion',
  summary:
    'Suggests a link for a collection that welcomes suggestions. A visitor is given `claim`, a secret with which the suggestion ' +
    'can be made theirs after they signed in (update-sugg-id).',
  access: 'visitor',
  cost: 'suggest',
  input: z.extend(linkForm, { parent: id }),
  output: z.object({ sugg_id: id, claim: z.nullable(z.string()) }),
  errors: [
    'links.linkRequired',
    'links.linkInvalid',
    'links.titleRequired',
    'links.descRequired',
    'collections.notFound',
    'collections.inTrash',
    'suggestions.closed',
    'suggestions.tooMany',
    'request.tooLarge',
    'request.tooMany',
  ],
  events: ['suggestion.created'],
})

export const updateSuggestion = operation({
  path: 'update-suggestion',
  summary:
    'Changes a suggestion while it is pending: for its suggester and its recipient. Fields that are absent stay; `version`, when ' +
    'sent, must be the current one.',
  input: z.object({
    sugg_id: id,
    version: z.optional(z.number()),
    link: z.optional(linkAddress),
    name: z.optional(linkTitle),
    desc: z.optional(linkDesc),
    category: z.optional(category),
    subCategory: linkForm.shape.subCategory,
    tags: z.optional(tagNames),
    check_list: linkForm.shape.check_list,
    thumbnail: linkForm.shape.thumbnail,
  }),
  output: suggestedLink,
  errors: [
    'suggestions.notFound',
    'suggestions.decided',
    'suggestions.changedElsewhere',
    'links.linkRequired',
    'links.linkInvalid',
    'links.titleRequired',
    'links.descRequired',
    'request.tooLarge',
  ],
  touches: ['suggestions'],
})

export const approveSuggestions = operation({
  path: 'approve-sugg',
  summary:
    "Takes suggestions over as the owner's own links, all or none: `approveSuggLinkId` one, `sugg_arr` many. `versions`, when sent, are " +
    'those that the owner has seen, in the same order: what was changed since then is not approved unseen.',
  input: z.object({
    approveSuggLinkId: z.optional(id),
    sugg_arr: suggestionIds,
    versions: z.optional(z.array(z.number()).check(z.maxLength(limits.idsPerCall))),
  }),
  output: z.object({ approved: z.number(), links: z.array(id) }),
  errors: [
    'suggestions.noneChosen',
    'suggestions.notFound',
    'suggestions.decided',
    'suggestions.changedElsewhere',
    'collections.inTrash',
    'plan.suggestions',
  ],
  events: ['suggestion.approved', 'link.created'],
  touches: ['collections'],
})

export const deleteSuggestions = operation({
  path: 'delete-suggestions',
  summary:
    "Of 'to_me': rejects pending suggestions, with a word to the suggester if wanted. Of 'by_me': takes pending ones back and decided " +
    'ones off the list. `sugg_id` one, `sugg_arr` many.',
  input: z.object({
    sugg_id: z.optional(id),
    sugg_arr: suggestionIds,
    type: z.enum(['to_me', 'by_me']),
    word: z._default(z.string().check(z.trim(), z.maxLength(limits.suggestionWord)), ''),
  }),
  output: z.object({ removed: z.number() }),
  errors: ['suggestions.noneChosen', 'suggestions.notFound', 'suggestions.decided'],
  events: ['suggestion.rejected'],
})

export const claimSuggestions = operation({
  path: 'update-sugg-id',
  summary:
    'Makes suggestions that were made while signed out those of the person, by the secret that add-suggestion gave for each. Of what is ' +
    'claimed already, or whose secret is another, nothing happens.',
  input: z.object({
    suggestions: z
      .array(z.object({ sugg_id: id, claim: z.string().check(z.maxLength(100)) }))
      .check(z.maxLength(100)),
  }),
  output: z.object({ claimed: ids }),
  touches: ['suggestions'],
})

export const getSuggestedToMe = operation({
  path: 'get-suggested-to-me',
  summary: "The pending suggestions for the person's collections, the newest first, 50 a page.",
  input: z.object({ page }),
  output: z.array(suggestedLink),
  errors: ['plan.suggestions'],
  reads: ['suggestions'],
})

export const getSuggestedByMe = operation({
  path: 'get-suggested-by-me',
  summary: 'What the person has suggested to others and where it stands, the newest first, 50 a page.',
  input: z.object({ page }),
  output: z.array(suggestedLink),
  reads: ['suggestions'],
})

export const countSuggestions = operation({
  path: 'count-suggestions',
  summary: 'How many suggestions wait for the person, and how many of their own are on their list.',
  input: nothing,
  output: z.object({ to_me: z.number(), by_me: z.number() }),
  reads: ['suggestions'],
})
