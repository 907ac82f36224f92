import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './db.ts'
import { isPostgres } from './dialect.ts'
import { allFields } from '@nestmark/core/searchQuery/textPlan'
import { ownerTerm } from './fullText.ts'

/**
 * Returns the condition that a link of the owner has the word of a row of `words` in its entry.
 * @param owner the id, or the column that has it
 */
export function hasWord(queries: Queries, owner: string | RawBuilder<unknown>): RawBuilder<boolean> {
  const term =
    typeof owner === 'string' ? sql`cast(${ownerTerm(owner)} as text)` : ownerTermOf(queries, owner)
  if (isPostgres(queries))
    // Not `exists`: the planner would expect a match in the first rows, and read the whole table for each unused word.
    return sql<boolean>`((select count(*) from links w where w.terms @@
      ('''' || ${term} || ''' & ''' || replace(replace(words.word, '\\', ''), '''', '') || '''')::tsquery) > 0)`
  const fields = sql.lit(` AND {${allFields.join(' ')}} : "`)
  return sql<boolean>`exists (select 1 from links_text where links_text match
    'owner : ' || ${term} || ${fields} || replace(words.word, '"', '') || '"')`
}

/** Returns the term of the owner in a column, as `ownerTerm` does. */
function ownerTermOf(queries: Queries, owner: RawBuilder<unknown>): RawBuilder<unknown> {
  return isPostgres(queries)
    ? sql`'o' || encode(convert_to(${owner}, 'UTF8'), 'hex')`
    : sql`'o' || lower(hex(${owner}))`
}
