import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { jsonArrayOf, standsInside } from '../../db/dialect.ts'

/** What a search must know beforehand. */
export interface Around {
  /** Nothing of the person's own is in the trash. */
  allLive: boolean
  /** Whose links are shared with them. */
  sharers: string[]
  /** The words of their library that hold each of the parts somewhere behind their beginning. */
  words: string[][]
}

/** Looks around for parts of words; null for one that is not looked for. */
export type LookAround = (parts: readonly (string | null)[]) => Promise<Around>

/** How many words of the library stand in for a part of a word. The commonest forms are among the shortest. */
const wordsPerPart = 60

/** Looks around for a person, in one statement; null for a part finds no words. */
export async function surroundings(
  db: Queries,
  ownerId: string,
  parts: readonly (string | null)[],
): Promise<Around> {
  const lists = parts.map((part, at) => {
    const holding = sql`select word from words where owner_id = ${ownerId} and ${standsInside(db, 'word', part ?? '')}
      order by length(word), word limit ${wordsPerPart}`
    return sql`, ${part === null ? sql`'[]'` : jsonArrayOf(db, 'word', holding)} as ${sql.ref(`w${at}`)}`
  })
  const sharing = sql`select distinct s.owner_id from shares s join collections c on c.id = s.collection_id
    where s.person_id = ${ownerId} and s.owner_id <> ${ownerId} and c.trashed_by is null`
  const { rows } = await sql<Record<string, string> & { hidden: number; sharers: string }>`
    select case when exists (select 1 from links where owner_id = ${ownerId} and trashed_at is not null)
      or exists (select 1 from collections where owner_id = ${ownerId} and trashed_at is not null) then 1 else 0 end as hidden,
      ${jsonArrayOf(db, 'owner_id', sharing)} as sharers
      ${lists.length > 0 ? sql.join(lists, sql``) : sql``}`.execute(db)
  const row = rows[0]!
  return {
    allLive: row.hidden === 0,
    sharers: JSON.parse(row.sharers) as string[],
    words: parts.map((_, at) => JSON.parse(row[`w${at}`]!) as string[]),
  }
}
