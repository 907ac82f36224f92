import { queryTerms } from '@nestmark/core/searchTerms'
import { type RawBuilder, sql } from 'kysely'
import { searchesDescriptions } from '../../access/plan.ts'
import type { Queries } from '../../db/db.ts'
import { allFields, matchingSeqs, type TextField } from '../../db/fullText.ts'

/**
 * Narrows a list to links that hold every word typed, or words that begin so. For the small search box above a list;
 * the search page knows more.
 * @param who the owners of the links, and the plan of whoever looks
 * @param of prefix of the links' columns in the list's statement
 */
export function textFilter(
  db: Queries,
  { ownerIds, plan }: { ownerIds: readonly string[]; plan: number },
  input: string,
  of: string,
): RawBuilder<unknown> {
  const all = queryTerms(input).map(term => ({ term, words: [] }))
  if (all.length === 0) return sql`and false`
  return sql`and ${sql.ref(`${of}seq`)} in (${matchingSeqs(db, { ownerIds, fields: fieldsSearched(plan), all })})`
}

const withoutDescriptions = allFields.filter(field => field !== 'descr')

/** Where somebody's words are looked for who names no field: descriptions are searched on paid plans only. */
export function fieldsSearched(plan: number): readonly TextField[] {
  return searchesDescriptions(plan) ? allFields : withoutDescriptions
}
