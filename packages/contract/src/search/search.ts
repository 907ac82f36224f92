import * as z from 'zod/mini'
import { openKeys } from '../encryption/keyIds.ts'
import { operation } from '../operation.ts'
import { typedSearch } from './searchTypes.ts'
import { breadcrumbEntry, category, collection, flag, link, page } from '../shapes.ts'

/** An excerpt with matches. The parts alternate between plain text and matches; odd indexes match. */
export const excerpt = z.object({
  field: z.enum(['name', 'link', 'desc', 'page']),
  parts: z.array(z.string()),
})

const found = z.object({
  links: z.array(
    z.extend(link, {
      excerpt: z.optional(excerpt),
      /**
       * The rank, when the best come first: complete words in the title 6, prefixes 5, parts of words 4, also tags
       * 3, address 2, description 1, its page 0. Equal ones are ordered by date, the newest first.
       */
      rank: z.optional(z.number()),
    }),
  ),
  folders: z.array(z.extend(collection, { breadcrumb: z.array(breadcrumbEntry) })),
  page: z.number(),
  /** Number of links, at most 10,000. */
  total: z.number(),
  /** 1 when there are more than `total`. */
  total_limited: flag,
  total_folders: z.number(),
})

export const searchLibrary = operation({
  path: 'search-links-folders',
  keyScope: 'read',
  summary:
    'Searches links and collections by words, prefixes and parts of words. Types: 1 linkTitle, 2 linkUrl, 3 collectionName, ' +
    "4 tag, 5 category (see, watch, explore, read, listen), 6 link (every field), 7 collection, 8 everything (links in every field, and collections). The message of an empty result is 'No results matching your query!'. " +
    'Items that others share with the caller by name (not only publicly) are included; `owner_name` is their owner; a search for a category finds own links only, as the counts of `user-data`. ' +
    'Links are counted up to 10,000; `total_limited` is 1 when there are more. ' +
    'Links whose stored page has the words follow those whose title, address, description or tags have them; in:content finds only them, -in:content none of them. ' +
    'The input supports tag:, in:, site:, type:, is:favourite, before:, after:, "phrases" and -minus; of a longer one, the first 200 characters are searched. ' +
    'The days of before: and after: are those of `time_zone`, a name such as Pacific/Auckland or an offset such as +13:00; UTC without it. ' +
    'A pasted address finds its link with any scheme, with or without www. Words such as c#, c++ and .net are found as they are written. ' +
    'Encrypted links are found by their tags; those of `open_keys` are left out.',
  input: z.object({
    ...typedSearch,
    category: z.optional(category),
    /** 1 newest first, 2 oldest first; without it, best match first. */
    order: z.optional(z.union([z.literal(1), z.literal(2)])),
    open_keys: openKeys,
    page,
  }),
  output: found,
  reads: ['links', 'collections', 'tags', 'favourites'],
})

export const proSearch = operation({
  path: 'pro-search',
  keyScope: 'read',
  summary:
    'Searches links (type 1, in every field) or collections (type 2), with the query syntax of search-links-folders.',
  input: z.object({
    ...typedSearch,
    type: z._default(z.union([z.literal(1), z.literal(2)]), 1),
    page,
  }),
  output: found,
  reads: ['links', 'collections', 'tags', 'favourites'],
})

export const countSearchResults = operation({
  path: 'search-counts',
  keyScope: 'read',
  summary:
    'Returns the number of search results in each category: image, video, link, note, audio. Items that others share with the caller are included. A search for one category (type category) returns the count of own links for each category. ' +
    '10,001 means more than 10,000.',
  input: z.object({ ...typedSearch, open_keys: openKeys }),
  output: z.object({ category_counts: z.array(z.number()) }),
  reads: ['links', 'collections', 'tags'],
})

export const suggestSpelling = operation({
  path: 'search-spelling',
  keyScope: 'read',
  summary:
    'Returns a search text with the nearest words of the library in place of unknown ones, for a search without a result. null when nothing similar finds a link.',
  input: z.object(typedSearch),
  output: z.object({ suggestion: z.nullable(z.string()) }),
  reads: ['links', 'collections', 'tags'],
})
