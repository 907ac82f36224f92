import { foldText } from '@nestmark/core/words/searchTerms'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { containsText, positionInText } from '../../db/dialect.ts'
import { readRow } from '../../db/statements/readRow.ts'
import { type PageRange, limitClause } from '../../db/statements/limitClause.ts'

export interface ListedTag {
  id: string
  name: string
  links: number
}

export type TagSort = 'name' | 'links'

/** Returns a person's live tags that contain the text, ignoring case and accents; all of them for ''. */
function holding(db: Queries, ownerId: string, text: string): RawBuilder<unknown> {
  const folded = foldText(text)
  const filter = folded === '' ? sql`` : sql`and ${containsText(db, 'folded', folded)}`
  return sql`from tags where owner_id = ${ownerId} and deleted_at is null ${filter}`
}

/**
 * Returns a person's tags by name, or the most used first.
 * @param part one page; absent for all
 */
export async function selectTags(
  db: Queries,
  ownerId: string,
  { text, sort, part }: { text: string; sort: TagSort; part?: PageRange },
): Promise<ListedTag[]> {
  const order = sort === 'name' ? sql`sort_key, folded, seq` : sql`links desc, sort_key, folded, seq`
  const { rows } = await sql<ListedTag>`
    select id, name, links ${holding(db, ownerId, text)} order by ${order} ${part ? limitClause(part.limit, part.offset) : sql``}`.execute(
    db,
  )
  return rows
}

/** Returns how many tags contain the text, and the number of the library's links by category, in one statement. */
export async function countTags(
  db: Queries,
  ownerId: string,
  text: string,
): Promise<{ tags: number; categories: number[] }> {
  const { tags, n1, n2, n3, n4, n5 } = await readRow(
    db,
    sql<{ tags: number; n1: number; n2: number; n3: number; n4: number; n5: number }>`
    select n1, n2, n3, n4, n5, (select count(*) ${holding(db, ownerId, text)}) as tags
    from people where id = ${ownerId}`,
  )
  return { tags, categories: [n1, n2, n3, n4, n5] }
}

/** Returns the person's tags that contain the text, those that begin with it first, then the most used. */
export async function selectTagsContaining(
  db: Queries,
  ownerId: string,
  text: string,
  count: number,
): Promise<ListedTag[]> {
  const folded = foldText(text)
  const first =
    folded === ''
      ? sql``
      : sql`case when ${positionInText(db, sql.ref('folded'), folded)} = 1 then 0 else 1 end,`
  const { rows } = await sql<ListedTag>`
    select id, name, links ${holding(db, ownerId, text)} order by ${first} links desc, folded ${limitClause(count, 0)}`.execute(
    db,
  )
  return rows
}
