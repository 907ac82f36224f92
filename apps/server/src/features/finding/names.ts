import { foldText } from '@nestmark/core/searchTerms'
import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { placeOf } from '../../db/dialect.ts'
import { tagKey } from '../tags/store.ts'

/** However many names begin alike: these stand for them. */
const mostAlike = 200

/**
 * The tags that a written name means: the one of that name, else all that begin so, so that results come while one types.
 * @param whole only the tag of that very name
 * @returns their sequence numbers, none when there is no such tag
 */
export async function tagsMeant(
  db: Queries,
  ownerId: string,
  name: string,
  whole = false,
): Promise<number[]> {
  const key = tagKey(name)
  const { rows } = await sql<{ seq: number; name_key: string }>`
    select seq, name_key from tags where owner_id = ${ownerId} and gone_at is null and ${placeOf(db, sql.ref('name_key'), key)} = 1
    order by length(name_key), name_key limit ${mostAlike}`.execute(db)
  const exact = rows[0]?.name_key === key
  return (exact ? rows.slice(0, 1) : whole ? [] : rows).map(row => row.seq)
}

/** Collections that a written name means. */
export interface NamedCollections {
  /** With everything beneath them. */
  tops: string[]
  /** The root, for what lies in no collection: by itself only, or it would stand for the whole library. */
  alone: string[]
}

/** The live collections of that name, else those that begin so, else those that hold it. */
export async function collectionsNamed(
  db: Queries,
  ownerId: string,
  name: string,
): Promise<NamedCollections> {
  const key = foldText(name)
  const place = placeOf(db, sql.ref('name_key'), key)
  const { rows } = await sql<{ id: string; parent_id: string | null; how: number }>`
    select id, parent_id, case when name_key = ${key} then 0 when ${place} = 1 then 1 else 2 end as how
    from collections where owner_id = ${ownerId} and trashed_by is null and ${place} > 0
    order by how, length(name_key), id limit ${mostAlike}`.execute(db)
  const best = rows.filter(row => row.how === rows[0]!.how)
  return {
    tops: best.filter(row => row.parent_id !== null).map(row => row.id),
    alone: best.filter(row => row.parent_id === null).map(row => row.id),
  }
}
