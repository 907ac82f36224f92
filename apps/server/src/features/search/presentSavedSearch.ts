import type { SavedSearch } from '@nestmark/contract/search/savedSearches'
import type { SavedSearchRow } from '../../db/tables/tables.ts'

/** Returns a saved search in its wire format. */
export const presentSavedSearch = (row: SavedSearchRow): SavedSearch => ({
  _id: row.id,
  name: row.name,
  input: row.input,
  type: row.type,
  category: row.category,
  order: row.by_date,
  created: row.created_at,
})
