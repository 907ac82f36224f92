import type { SearchType } from '@nestmark/contract/search/searchTypes'
import { allFields, type TextField } from '@nestmark/core/searchQuery/textPlan'

/**
 * The fields of each type of search that reads texts of links. The server answers the others: it knows tags, categories and
 * collections of encrypted links too.
 */
export const searchedFields: Partial<Record<SearchType, readonly TextField[]>> = {
  link: allFields,
  everything: allFields,
  linkTitle: ['title'],
  linkUrl: ['address'],
}

/** Returns whether a search of this type reads the texts of links. */
export const readsTexts = (type: SearchType): boolean => searchedFields[type] !== undefined
