import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './db.ts'
import { isPostgres } from './dialect.ts'
import { allFields } from '@nestmark/core/searchQuery/textPlan'
import { ownerTerm } from './fullText.ts'

/** Returns the condition that a link of the owner has the word of a row of `words` in its entry. */
export function hasWord(queries: Queries, ownerId: string): RawBuilder<boolean> {
  const owner = ownerTerm(ownerId)
  if (isPostgres(queries))
    return sql<boolean>`exists (select 1 from links w where w.terms @@
      (${`'${owner}' & '`} || replace(replace(words.word, '\\', ''), '''', '') || '''')::tsquery)`
  return sql<boolean>`exists (select 1 from links_text where links_text match
    ${`owner : ${owner} AND {${allFields.join(' ')}} : "`} || replace(words.word, '"', '') || '"')`
}
