import { cutSearchText } from '@nestmark/core/searchQuery/cutSearchText'
import { isTimeZone } from '@nestmark/core/searchQuery/dates'
import * as z from 'zod/mini'

/** A text that is searched. A longer one is cut. */
export const searchInput = z.string().check(z.overwrite(cutSearchText))

/** The zone of the days of `before:` and `after:`: a name such as `Pacific/Auckland`, or an offset such as `+13:00`. UTC without it. */
const timeZone = z.optional(
  z.string().check(z.maxLength(64), z.refine(isTimeZone, 'This is not a time zone.')),
)

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

/** The fields of a search as it was typed. */
export const typedSearch = { input: searchInput, type: z._default(searchType, 'link'), time_zone: timeZone }
