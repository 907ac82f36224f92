import { queryTerms } from '@nestmark/core/searchTerms'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { allFields, matchingSeqs } from '../../db/fullText.ts'

/**
 * Narrows a list to links that hold every word typed, or words that begin so. For the small search box above a list;
 * the search page knows more.
 * @param of prefix of the links' columns in the list's statement
 */
export function textFilter(db: Queries, ownerId: string, input: string, of: string): RawBuilder<unknown> {
  const all = queryTerms(input).map(term => ({ term, words: [] }))
  if (all.length === 0) return sql`and false`
  return sql`and ${sql.ref(`${of}seq`)} in (${matchingSeqs(db, { ownerId, fields: allFields, all })})`
}
