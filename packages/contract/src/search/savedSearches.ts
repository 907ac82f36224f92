import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { searchInput, searchType, typedSearch } from './searchTypes.ts'
import { category, id, required, time } from '../shapes.ts'

const name = z
  .string()
  .check(...required(limits.savedSearchName, 'searches.nameRequired', 'searches.nameTooLong'))
const order = z.union([z.literal(1), z.literal(2)])

export const savedSearch = z.object({
  _id: id,
  name: z.string(),
  /** As in search-links-folders; null for the defaults. */
  input: z.string(),
  type: z.number(),
  category: z.nullable(z.number()),
  order: z.nullable(order),
  created: time,
})
export type SavedSearch = z.output<typeof savedSearch>

export const saveSearch = operation({
  path: 'save-search',
  keyScope: 'write',
  summary: 'Saves a search under a name, for this person only. At most 50.',
  input: z.object({
    name,
    input: searchInput.check(z.minLength(1, { error: 'searches.empty' })),
    type: z._default(searchType, 'everything'),
    category: z.optional(category),
    order: z.optional(order),
  }),
  output: savedSearch,
  errors: ['searches.nameRequired', 'searches.nameTooLong', 'searches.empty', 'searches.tooMany'],
  touches: ['searches'],
})

export const listSavedSearches = operation({
  path: 'saved-searches',
  keyScope: 'read',
  summary: "Lists the person's saved searches, oldest first.",
  output: z.array(savedSearch),
  reads: ['searches'],
})

export const countSavedSearches = operation({
  path: 'count-saved-searches',
  keyScope: 'read',
  summary:
    'Counts what each saved search finds: links, or collections for a search of these. Counts end at 1,000, which means that or more. Encrypted links count as far as the server finds them.',
  input: z.object({ time_zone: typedSearch.time_zone }),
  output: z.array(z.object({ _id: id, count: z.number() })),
  reads: ['searches', 'links', 'collections', 'tags', 'favourites'],
})

export const renameSavedSearch = operation({
  path: 'rename-saved-search',
  keyScope: 'write',
  summary: 'Renames a saved search.',
  input: z.object({ search_id: id, name }),
  output: savedSearch,
  errors: ['searches.notFound', 'searches.nameRequired', 'searches.nameTooLong'],
  touches: ['searches'],
})

export const deleteSavedSearch = operation({
  path: 'delete-saved-search',
  keyScope: 'write',
  summary: 'Deletes a saved search. What it finds stays.',
  input: z.object({ search_id: id }),
  errors: ['searches.notFound'],
  touches: ['searches'],
  freesSpace: true,
})
