import { allFields, type TextField } from '@nestmark/core/searchQuery/textPlan'
import { parseQueryTerms } from '@nestmark/core/searchTerms'
import { type RawBuilder, sql } from 'kysely'
import { canSearchDescriptions } from '../../access/planQuotas.ts'
import type { Queries } from '../../db/db.ts'
import { selectMatchingSeqs } from '../../db/fullText.ts'

/**
 * Returns a filter for links that contain every typed word, or words with that prefix. For the small search box above
 * a list; the search page supports more.
 * @param who the owners of the links, and the caller's plan
 * @param of prefix of the links' columns in the list's statement
 */
export function textFilter(
  db: Queries,
  { ownerIds, plan }: { ownerIds: readonly string[]; plan: number },
  input: string,
  of: string,
): RawBuilder<unknown> {
  const all = parseQueryTerms(input).map(term => ({ term, words: [] }))
  if (all.length === 0) return sql`and false`
  return sql`and ${sql.ref(`${of}seq`)} in (${selectMatchingSeqs(db, { ownerIds, fields: listSearchedFields(plan), all })})`
}

const withoutDescriptions = allFields.filter(field => field !== 'descr')

/** Returns the fields that a search without field names covers: descriptions only on paid plans. */
export function listSearchedFields(plan: number): readonly TextField[] {
  return canSearchDescriptions(plan) ? allFields : withoutDescriptions
}
