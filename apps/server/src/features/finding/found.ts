import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { sharedWithPerson } from '../../access/roles.ts'
import { jsonArrayOf, standsInside } from '../../db/dialect.ts'
import type { LinkSearch } from './query.ts'

/** How many words of the library stand in for a part of a word. The commonest forms are among the shortest. */
const wordsPerPart = 60

/**
 * What a search must know beforehand, in one statement: whether nothing of the person's is in the trash, whose links are
 * shared with them, and the words of their library that hold each of the parts somewhere behind their beginning (none for
 * null).
 */
export async function surroundings(
  db: Queries,
  ownerId: string,
  parts: readonly (string | null)[],
): Promise<{ allLive: boolean; sharers: string[]; words: string[][] }> {
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

/** Where a search is made, and who looks. */
export interface SearchPlace {
  db: Queries
  personId: string
}

/**
 * Live links that meet the filters, out of what the index found or of the whole library. Trashed collections are few:
 * a list of them is asked, not the collection of each link. Of what is shared only live collections are looked into.
 */
export function narrowed(
  { personId }: SearchPlace,
  search: LinkSearch,
  found: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const source = search.text ? sql`(${found}) m join links x on x.seq = m.seq` : sql`links x`
  const place =
    search.within === 'own'
      ? ownLive(personId, search)
      : [sql<boolean>`x.collection_id in (${sharedWithPerson(personId)})`]
  const conditions = [sql<boolean>`x.trashed_at is null`, ...place, ...search.filters.conditions]
  return sql`${source} where ${sql.join(conditions, sql` and `)}`
}

function ownLive(personId: string, search: LinkSearch): RawBuilder<boolean>[] {
  const { text, filters } = search
  return [
    ...(text || filters.own ? [] : [sql<boolean>`x.owner_id = ${personId}`]),
    ...notHiddenIn(personId, search),
  ]
}

/** A person's own links that are in no trash, as a source and a condition that go by the index of the owner's links alone. */
export function ownLinks({ personId }: SearchPlace, search: LinkSearch): RawBuilder<unknown> {
  const conditions = [
    sql<boolean>`x.owner_id = ${personId} and x.trashed_at is null`,
    ...notHiddenIn(personId, search),
  ]
  return sql`links x where ${sql.join(conditions, sql` and `)}`
}

function notHiddenIn(personId: string, { allLive }: LinkSearch): RawBuilder<boolean>[] {
  if (allLive) return []
  return [
    sql<boolean>`x.collection_id not in (select id from collections where owner_id = ${personId} and trashed_by is not null)`,
  ]
}
