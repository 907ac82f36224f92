import { assertDefined } from '@nestmark/core/assertDefined'
import { isEmptySearch, parseFilter } from '@nestmark/core/searchQuery/query'
import { allFields, substringTerm, type TextField } from '@nestmark/core/searchQuery/textPlan'
import { type RawBuilder, sql } from 'kysely'
import { canSearchDescriptions } from '../../access/planQuotas.ts'
import type { Queries } from '../../db/db.ts'
import { selectMatchingSeqs } from '../../db/searchText/fullText.ts'
import { hasNoneOfKeys, hasSigns } from './filters.ts'
import { readSearchContext } from './searchContext.ts'
import { toWantedTerms, withPrefixes } from './wantedTerms.ts'

/** Whose links a filter is for. */
interface FilteredLinks {
  /** The owners of the links; the parts of words are those of the first one. */
  ownerIds: readonly string[]
  /** The caller's plan. */
  plan: number
  /** Leaves out links that are encrypted with these keys. */
  openKeys: readonly string[] | undefined
}

/**
 * Returns a condition for the links that the text of the small search box above a list matches: words, beginnings and
 * parts of words, "phrases" and -minus. The search page supports more.
 * @returns the condition, for the statement's links as `x`
 */
export async function textFilter(
  db: Queries,
  { ownerIds, plan, openKeys }: FilteredLinks,
  input: string,
): Promise<RawBuilder<unknown>> {
  const query = parseFilter(input)
  if (isEmptySearch(query)) return sql`and false`
  const owner = assertDefined(ownerIds[0], 'owner')
  const around = await readSearchContext(db, owner, query.terms.map(substringTerm))
  const terms = toWantedTerms(db, query.terms, around)
  const fields = listSearchedFields(plan)
  const matching = selectMatchingSeqs(db, {
    ownerIds,
    fields,
    all: ownerIds.length > 1 ? withPrefixes(terms) : terms,
    none: query.without,
  })
  const conditions = [
    sql`x.seq in (${matching})`,
    ...hasNoneOfKeys(db, openKeys),
    ...hasSigns(db, fields, query.signs),
  ]
  return sql`and ${sql.join(conditions, sql` and `)}`
}

const withoutDescriptions = allFields.filter(field => field !== 'descr')

/** Returns the fields that a search without field names covers: descriptions only on paid plans. */
export function listSearchedFields(plan: number): readonly TextField[] {
  return canSearchDescriptions(plan) ? allFields : withoutDescriptions
}
