import { sql } from 'kysely'
import type { Queries } from '../db/db.ts'
import { inList } from '../db/dialect.ts'

/**
 * Returns the people affected by a person's actions: the person, everyone the person shares with, and for
 * libraries in which the person can write, their owners and members. Takes a set of people, in one statement.
 */
export async function listAffectedPeople(
  db: Queries,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const concerned = new Map(personIds.map(id => [id, new Set([id])]))
  if (personIds.length === 0) return new Map()
  const { rows } = await sql<{ of: string; person: string }>`
    select owner_id as "of", person_id as person from shares where ${inList(db, 'owner_id', personIds)}
    union
    select person_id, owner_id from shares where may_write = 1 and ${inList(db, 'person_id', personIds)}
    union
    select w.person_id, s.person_id from shares w join shares s on s.owner_id = w.owner_id
      where w.may_write = 1 and ${inList(db, 'w.person_id', personIds)}`.execute(db)
  for (const { of, person } of rows) concerned.get(of)?.add(person)
  return new Map([...concerned].map(([id, people]) => [id, [...people]]))
}
