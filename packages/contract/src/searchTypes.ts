import * as z from 'zod/mini'

/** The names in the address of the search page, with their numeric codes in the API. */
export const searchTypeCodes = {
  linkTitle: 1,
  linkUrl: 2,
  collectionName: 3,
  tag: 4,
  category: 5,
  link: 6,
  collection: 7,
  everything: 8,
} as const
export type SearchType = keyof typeof searchTypeCodes

/** A search type, given by its name or its code. */
export const searchType = z.union([
  z.enum(Object.keys(searchTypeCodes) as [SearchType, ...SearchType[]]),
  z.int().check(z.minimum(1), z.maximum(8)),
])
