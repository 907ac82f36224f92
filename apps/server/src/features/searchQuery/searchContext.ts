import { wordsPerPart } from '@nestmark/core/searchQuery/textPlan'
import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { jsonArray, containsTextInside } from '../../db/dialect.ts'
import { type LoadValue, coalesce } from '../../db/coalesce.ts'

/** What a search must know before it is planned. */
export interface Around {
  /** True when nothing of the person's own is in the trash. */
  allLive: boolean
  /** The people who share links with the person. */
  sharers: string[]
  /** For each part, the words of the library that contain it after their beginning. */
  words: string[][]
}

/** Reads the context for parts of words; null for a term without a substring search. */
export type SearchContextQuery = (parts: readonly (string | null)[]) => Promise<Around>

/** Reads the context for a person, in one statement together with other pending queries. */
export async function readSearchContext(
  db: Queries,
  ownerId: string,
  parts: readonly (string | null)[],
  ask: LoadValue = coalesce(db),
): Promise<Around> {
  const hidden = sql<number>`case when exists (select 1 from links where owner_id = ${ownerId} and trashed_at is not null)
    or exists (select 1 from collections where owner_id = ${ownerId} and trashed_at is not null) then 1 else 0 end`
  const sharing = sql`select distinct s.owner_id from shares s join collections c on c.id = s.collection_id
    where s.person_id = ${ownerId} and s.owner_id <> ${ownerId} and c.trashed_by is null`
  const holding = (part: string) =>
    sql`select word from words where owner_id = ${ownerId} and ${containsTextInside(db, 'word', part)}
      order by length(word), word limit ${wordsPerPart}`
  const [isHidden, sharers, ...words] = await Promise.all([
    ask(hidden),
    ask(jsonArray(db, 'owner_id', sharing)),
    ...parts.map(part => (part === null ? '[]' : ask(jsonArray(db, 'word', holding(part))))),
  ])
  return {
    allLive: isHidden === 0,
    sharers: JSON.parse(sharers) as string[],
    words: words.map(list => JSON.parse(list) as string[]),
  }
}
