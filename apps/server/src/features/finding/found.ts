import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { jsonArrayOf, standsInside } from '../../db/dialect.ts'
import type { LinkSearch } from './query.ts'

/** How many words of the library stand in for a part of a word. The commonest forms are among the shortest. */
const wordsPerPart = 60

/**
 * What a search must know of the library beforehand, in one statement: whether nothing is in the trash, and the words
 * that hold each of the parts somewhere behind their beginning (none for null).
 */
export async function surroundings(
  db: Queries,
  ownerId: string,
  parts: readonly (string | null)[],
): Promise<{ allLive: boolean; words: string[][] }> {
  const lists = parts.map((part, at) => {
    const holding = sql`select word from words where owner_id = ${ownerId} and ${standsInside(db, 'word', part ?? '')}
      order by length(word), word limit ${wordsPerPart}`
    return sql`, ${part === null ? sql`'[]'` : jsonArrayOf(db, 'word', holding)} as ${sql.ref(`w${at}`)}`
  })
  const { rows } = await sql<Record<string, string> & { hidden: number }>`
    select case when exists (select 1 from links where owner_id = ${ownerId} and trashed_at is not null)
      or exists (select 1 from collections where owner_id = ${ownerId} and trashed_at is not null) then 1 else 0 end as hidden
      ${lists.length > 0 ? sql.join(lists, sql``) : sql``}`.execute(db)
  const row = rows[0]!
  return { allLive: row.hidden === 0, words: parts.map((_, at) => JSON.parse(row[`w${at}`]!) as string[]) }
}

/** Where a search is made. */
export interface SearchPlace {
  db: Queries
  ownerId: string
}

/**
 * Live links that meet the filters, out of what the index found or of the whole library. Trashed collections are few:
 * a list of them is asked, not the collection of each link.
 */
export function narrowed(
  { ownerId }: SearchPlace,
  search: LinkSearch,
  found: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const source = search.text ? sql`(${found}) m join links x on x.seq = m.seq` : sql`links x`
  const conditions = [
    sql<boolean>`x.trashed_at is null`,
    ...(search.text || search.filters.own ? [] : [sql<boolean>`x.owner_id = ${ownerId}`]),
    ...(search.allLive
      ? []
      : [
          sql<boolean>`x.collection_id not in (select id from collections where owner_id = ${ownerId} and trashed_by is not null)`,
        ]),
    ...search.filters.conditions,
  ]
  return sql`${source} where ${sql.join(conditions, sql` and `)}`
}
