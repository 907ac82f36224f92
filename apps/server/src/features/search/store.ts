import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { bestLinks, matchingSeqs, type TextQuery } from '../../db/fullText.ts'

/** True when the person has nothing in the trash: then every match of the index counts, and no row need be looked at. */
export async function trashIsEmpty(db: Queries, ownerId: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from (select 1 from links where owner_id = ${ownerId} and trashed_at is not null limit 1) a)
      + (select count(*) from (select 1 from collections where owner_id = ${ownerId} and trashed_at is not null limit 1) b)
      as n`.execute(db)
  return rows[0]!.n === 0
}

const live = (
  seqs: RawBuilder<unknown>,
) => sql`select x.seq from (${seqs}) m join links x on x.seq = m.seq and x.trashed_at is null
  join collections y on y.id = x.collection_id and y.trashed_by is null`

/** How many live links match. */
export async function countMatches(db: Queries, query: TextQuery, allLive: boolean): Promise<number> {
  const seqs = matchingSeqs(db, query)
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (${allLive ? seqs : live(seqs)}) r`.execute(db)
  return rows[0]!.n
}

/** A page of matches, the best first, as a subquery of `seq` and `score`. */
export function matchPage(
  db: Queries,
  query: TextQuery,
  allLive: boolean,
  limit: number,
  offset: number,
): RawBuilder<unknown> {
  if (allLive)
    return sql`select seq, score from (${bestLinks(db, query, limit + offset)}) b order by score desc, seq desc limit ${limit} offset ${offset}`
  return sql`select m.seq, m.score from (${bestLinks(db, query, 1_000_000)}) m join links x on x.seq = m.seq and x.trashed_at is null
    join collections y on y.id = x.collection_id and y.trashed_by is null
    order by m.score desc, m.seq desc limit ${limit} offset ${offset}`
}

/** The live links of one category of a person. */
export function inCategory(ownerId: string, category: number): RawBuilder<unknown> {
  return sql`select x.seq from links x join collections y on y.id = x.collection_id and y.trashed_by is null
    where x.owner_id = ${ownerId} and x.trashed_at is null and x.category = ${category}`
}
