import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../db.ts'
import { isPostgres } from '../dialect.ts'
import { allFields } from '@nestmark/core/searchQuery/textPlan'
import { ownerTerm, termPrefix } from './ownerTerms.ts'

/** The most links that are read for a word. */
const enough = 100
/** The links at each end of a library whose words are read together. */
const sampled = 50

/**
 * Returns the condition that a link of the owner has the word of a row of `words` in its entry.
 * @param owner the id, or the column that has it
 */
export function hasWord(queries: Queries, owner: string | RawBuilder<unknown>): RawBuilder<boolean> {
  const term =
    typeof owner === 'string' ? sql`cast(${ownerTerm(owner)} as text)` : ownerTermOf(queries, owner)
  const prefix =
    typeof owner === 'string' ? sql`cast(${termPrefix(owner)} as text)` : prefixOf(queries, owner)
  if (isPostgres(queries)) {
    // Not `exists`: the planner would expect a match in the first rows, and read the whole table for each unused word.
    const isFound = sql<boolean>`(select count(*) from (select 1 from links w where w.terms @@
      ('''' || ${term} || ''' & ''' || ${prefix} || replace(replace(words.word, '\\', ''), '''', '') || '''')::tsquery
      limit ${sql.lit(enough)}) s) > 0`
    // The index lists all links of a word before the first one is read. The sample has the words of many links.
    return typeof owner === 'string' ? sql<boolean>`(${isInSample(owner)} or ${isFound})` : isFound
  }
  const fields = sql.lit(` AND {${allFields.join(' ')}} : "`)
  return sql<boolean>`exists (select 1 from links_text where links_text match
    'owner : ' || ${term} || ${fields} || ${prefix} || replace(words.word, '"', '') || '"')`
}

/** Returns the condition that the newest or oldest links of a library have the word. They are read once for all words. */
function isInSample(ownerId: string): RawBuilder<boolean> {
  const end = (direction: 'asc' | 'desc') =>
    sql`(select terms from links where owner_id = ${ownerId} and trashed_at is null
      order by created_at ${sql.raw(direction)}, seq ${sql.raw(direction)} limit ${sql.lit(sampled)})`
  return sql<boolean>`words.word in (select substr(t.lexeme, 7) from (${end('asc')} union all ${end('desc')}) n, unnest(n.terms) t)`
}

const toHex = (queries: Queries, owner: RawBuilder<unknown>): RawBuilder<unknown> =>
  isPostgres(queries) ? sql`encode(convert_to(${owner}, 'UTF8'), 'hex')` : sql`lower(hex(${owner}))`

/** Returns the term of the owner in a column, as `ownerTerm` does. */
const ownerTermOf = (queries: Queries, owner: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`'o' || ${toHex(queries, owner)}`

/** Returns what the terms of the owner in a column begin with, as `termPrefix` does. */
const prefixOf = (queries: Queries, owner: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`substr(${toHex(queries, owner)} || '000000', 1, 6)`
