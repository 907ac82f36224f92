import { foldText } from '@nestmark/core/searchTerms'
import { type RawBuilder, sql } from 'kysely'
import { sharedWithPerson } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { holds, inFound, positionInText } from '../../db/dialect.ts'
import { tagKey } from '../tags/store.ts'

/** The two parts of what a person may look through: their own library, and what others share with them. */
export type Within = 'own' | 'shared'

/** However many names begin alike: these stand for them. */
const mostAlike = 200

/** The same where many people's tags are one name. */
const mostShared = 2000

/**
 * The tags that a written name means: those of that name, else all that begin so, so that results come while one types.
 * A tag of somebody else's is there for whoever sees a link that carries it.
 * @param whole only tags of that very name
 * @returns their sequence numbers, none when there is no such tag
 */
export async function tagsMeant(
  db: Queries,
  personId: string,
  name: string,
  whole = false,
): Promise<Record<Within, number[]>> {
  const key = tagKey(name)
  const begins = sql`t.gone_at is null and ${positionInText(db, sql.ref('t.name_key'), key)} = 1`
  const first = sql`order by length(t.name_key), t.name_key`
  const { rows } = await sql<{ seq: number; name_key: string; own: number }>`
    select * from (select t.seq, t.name_key, 1 as own from tags t where t.owner_id = ${personId} and ${begins}
      ${first} limit ${mostAlike}) o
    union all
    select * from (select t.seq, t.name_key, 0 as own from tags t
      where t.owner_id in (select owner_id from shares where person_id = ${personId}) and t.owner_id <> ${personId} and ${begins}
        and exists (select 1 from link_tags g join links l on l.seq = g.link_seq and l.trashed_at is null
          where g.tag_seq = t.seq and l.collection_id in (${sharedWithPerson(personId)}))
      ${first} limit ${mostShared}) s`.execute(db)
  const exact = rows.filter(row => row.name_key === key)
  const meant = exact.length > 0 || whole ? exact : rows
  const seqs = (own: number) => meant.filter(row => row.own === own).map(row => row.seq)
  return { own: seqs(1), shared: seqs(0) }
}

/** Collections that a written name means. */
export interface NamedCollections {
  /** With everything beneath them. */
  tops: string[]
  /** The root, for what lies in no collection: by itself only, or it would stand for the whole library. */
  alone: string[]
}

/** The live collections of that name that the person may see, else those that begin so, else those that hold it. */
export async function collectionsNamed(
  db: Queries,
  personId: string,
  name: string,
): Promise<Record<Within, NamedCollections>> {
  const key = foldText(name)
  const place = positionInText(db, sql.ref('name_key'), key)
  const { rows } = await sql<{ id: string; owner_id: string; parent_id: string | null; how: number }>`
    select id, owner_id, parent_id, case when name_key = ${key} then 0 when ${place} = 1 then 1 else 2 end as how
    from collections where ${mayLookInto(db, personId)} and trashed_by is null and ${holds(db, 'name_key', key)}
    order by how, length(name_key), id limit ${mostAlike}`.execute(db)
  const best = rows.filter(row => row.how === rows[0]!.how)
  const named = (rowsOf: typeof rows): NamedCollections => ({
    tops: rowsOf.filter(row => row.parent_id !== null).map(row => row.id),
    alone: rowsOf.filter(row => row.parent_id === null).map(row => row.id),
  })
  return {
    own: named(best.filter(row => row.owner_id === personId)),
    shared: named(best.filter(row => row.owner_id !== personId)),
  }
}

/** True for a person's own collections, and for those that others share with them. */
function mayLookInto(db: Queries, personId: string): RawBuilder<boolean> {
  return sql<boolean>`(owner_id = ${personId} or ${inFound(db, sql.ref('id'), sharedWithPerson(personId))})`
}

/**
 * Live collections whose names hold a folded text, out of all that the person may look through: a subquery of `id` and
 * `name_key`. Their own are read from an index that has both.
 */
export function collectionsHolding(db: Queries, personId: string, folded: string): RawBuilder<unknown> {
  const part = (place: RawBuilder<boolean>) => sql`select id, name_key from collections
    where ${place} and trashed_by is null and parent_id is not null and ${holds(db, 'name_key', folded)}`
  const shared = inFound(db, sql.ref('id'), sharedWithPerson(personId))
  return sql`${part(sql`owner_id = ${personId}`)} union all ${part(shared)}`
}
