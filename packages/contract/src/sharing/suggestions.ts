import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { keyIdPattern } from '@nestmark/core/encryptedText'
import { envelopes } from '../encryption/encryptedLink.ts'
import { linkForm } from '../links/linkForm.ts'
import { operation, fieldErrors } from '../operation.ts'
import { plainText } from '../encryption/plainText.ts'
import {
  category,
  flag,
  id,
  ids,
  link,
  linkAddress,
  linkDesc,
  linkTitle,
  page,
  tagNames,
  time,
} from '../shapes.ts'

/** A suggestion is pending until it is approved (the link is then copied into the collection) or rejected. */
export const suggestionState = z.enum(['pending', 'approved', 'rejected'])

/**
 * A link that another person or a visitor suggests for a collection. `_id` and `sugg_id` are the id of the
 * suggestion; `parent` is the collection ('' once the suggester may no longer see it). `thumbnail` is the address
 * of the page's image; the product's pages never request it.
 */
export const suggestedLink = z.extend(link, {
  sugg_id: id,
  state: suggestionState,
  /** The suggester; null for a visitor who has not signed in since. `username` is '' when the account is deleted. */
  from: z.nullable(z.object({ username: z.string() })),
  /** 1: the collection is encrypted. The suggestion is not, until it is approved. */
  parent_enc: z.optional(z.literal(1)),
  /** The recipient's message on rejection. */
  word: z.string(),
  /** The id of the link that was created from it, for callers who may see that link. */
  link_id: z.nullable(id),
  decide_date: z.nullable(time),
  sugg_can: z.object({ approve: z.boolean(), edit: z.boolean(), remove: z.boolean() }),
})
export type SuggestedLink = z.output<typeof suggestedLink>

const suggestionIds = z._default(ids, [])

export const addSuggestion = operation({
  path: 'add-suggestion',
  keyScope: 'write',
  summary:
    'Suggests a link for a collection that accepts suggestions. A visitor receives `claim`, a secret that assigns the suggestion ' +
    'to their account after they sign in (update-sugg-id). A suggestion for a collection with a key is not encrypted, and needs `plain` 1.',
  access: 'visitor',
  cost: 'suggest',
  input: z.extend(linkForm, { parent: id, ...plainText }),
  output: z.object({ sugg_id: id, claim: z.nullable(z.string()) }),
  errors: [
    ...fieldErrors,
    'collections.notFound',
    'collections.inTrash',
    'encryption.plainText',
    'suggestions.closed',
    'suggestions.tooMany',
    'request.tooLarge',
    'request.tooMany',
  ],
  events: ['suggestion.created'],
})

export const updateSuggestion = operation({
  path: 'update-suggestion',
  keyScope: 'write',
  summary:
    'Changes a pending suggestion; for its suggester and its recipient. Omitted fields stay unchanged; `version`, when ' +
    'sent, must be the current version.',
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
    ...fieldErrors,
    'request.tooLarge',
  ],
  touches: ['suggestions'],
})

export const approveSuggestions = operation({
  path: 'approve-sugg',
  keyScope: 'write',
  summary:
    "Approves suggestions: saves them as the owner's own links, all or none. Send `approveSuggLinkId` for one, `sugg_arr` for many. `versions`, when sent, are " +
    'the versions that the owner has seen, in the same order: a suggestion that was changed since then is not approved. For a ' +
    'collection with a key, `sealed` has the encrypted texts of the link, which the server then saves in place of those of the suggestion; without it, the call needs `plain` 1.',
  input: z.object({
    approveSuggLinkId: z.optional(id),
    sugg_arr: suggestionIds,
    versions: z.optional(z.array(z.number()).check(z.maxLength(limits.idsPerCall))),
    /** The envelopes of links in collections with a key. The browser chooses the ids of the links, to which they are bound. */
    sealed: z.optional(
      z
        .array(z.object({ sugg_id: id, _id: z.string().check(z.regex(keyIdPattern)), ...envelopes }))
        .check(z.maxLength(limits.idsPerCall)),
    ),
    ...plainText,
  }),
  output: z.object({ approved: z.number(), links: z.array(id) }),
  errors: [
    'suggestions.noneChosen',
    'suggestions.notFound',
    'suggestions.decided',
    'suggestions.changedElsewhere',
    'collections.inTrash',
    'encryption.plainText',
    'encryption.noKey',
    'encryption.otherKey',
    'encryption.mixed',
    'encryption.idTaken',
    'plan.suggestions',
  ],
  events: ['suggestion.approved', 'link.created'],
  touches: ['collections'],
})

export const deleteSuggestions = operation({
  path: 'delete-suggestions',
  keyScope: 'write',
  summary:
    "For 'to_me': rejects pending suggestions, with an optional message to the suggester. For 'by_me': withdraws pending suggestions and removes decided " +
    'ones from the list. Send `sugg_id` for one, `sugg_arr` for many.',
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
  keyScope: 'write',
  summary:
    'Assigns suggestions that were made while signed out to the person, by the secret that add-suggestion returned for each. Suggestions that are ' +
    'already claimed, or whose secret does not match, stay unchanged.',
  input: z.object({
    suggestions: z
      .array(z.object({ sugg_id: id, claim: z.string().check(z.maxLength(100)) }))
      .check(z.maxLength(100)),
  }),
  output: z.object({ claimed: ids }),
  touches: ['suggestions'],
})

export const listReceivedSuggestions = operation({
  path: 'get-suggested-to-me',
  keyScope: 'read',
  summary: "Lists the pending suggestions for the person's collections, newest first, 50 per page.",
  input: z.object({ page }),
  output: z.array(suggestedLink),
  errors: ['plan.suggestions'],
  reads: ['suggestions'],
})

export const listSentSuggestions = operation({
  path: 'get-suggested-by-me',
  keyScope: 'read',
  summary: "Lists the person's own suggestions to others with their state, newest first, 50 per page.",
  input: z.object({ page }),
  output: z.array(suggestedLink),
  reads: ['suggestions'],
})

export const countSuggestions = operation({
  path: 'count-suggestions',
  keyScope: 'read',
  summary:
    "Returns the number of suggestions that wait for the person's decision, and the number on the person's list of own suggestions. `enable_sugg` 1: readers can suggest links for a collection of the person.",
  output: z.object({ to_me: z.number(), by_me: z.number(), enable_sugg: flag }),
  reads: ['suggestions', 'shares'],
})
