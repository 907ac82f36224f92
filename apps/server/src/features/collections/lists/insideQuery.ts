import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import { sumCounts } from '../subtreeQuery.ts'

/** What collections contain, with all their descendants. */
export interface Inside {
  /** The links by category: image, video, link, note, audio. */
  category_counts: number[]
  /** The number of descendants. */
  collections: number
  /** The number of levels below. */
  levels: number
}

/** Returns the number of links in collections. */
export const countLinks = ({ category_counts: counts }: Pick<Inside, 'category_counts'>): number =>
  sumCounts(counts)

/** At most this many descendants are counted: a larger tree takes too long for each page of a visitor. */
const maxCounted = 1000

type InsideById = Map<string, { inside: Inside; updated: number }>

/**
 * Returns what collections contain, for visitors, who have no tree, and when they or a descendant last changed.
 * @returns null when they have too many descendants
 */
export function readInside(db: Queries, ids: readonly string[]): Promise<InsideById | null> {
  return readCounts(db, ids, sql`c.trashed_by is null`, maxCounted)
}

/**
 * Returns what trashed collections contain: the descendants that are hidden with them, and their links.
 * @param most the most descendants that are counted
 * @returns null when they have more descendants
 */
export function readInsideTrashed(
  db: Queries,
  ids: readonly string[],
  most: number = maxCounted,
): Promise<InsideById | null> {
  return readCounts(db, ids, sql`c.trashed_by = d.trashed_by`, most)
}

async function readCounts(
  db: Queries,
  ids: readonly string[],
  isInSameState: RawBuilder<unknown>,
  most: number,
): Promise<InsideById | null> {
  if (ids.length === 0) return new Map()
  const max = most + ids.length
  const { rows } = await sql<InsideRow>`
    with recursive down(top, id, trashed_by, level, n1, n2, n3, n4, n5, updated_at) as (
      select id, id, trashed_by, 0, n1, n2, n3, n4, n5, updated_at from collections where ${inList(db, 'id', ids)}
      union all
      select d.top, c.id, c.trashed_by, d.level + 1, c.n1, c.n2, c.n3, c.n4, c.n5, c.updated_at from down d
      join collections c on c.parent_id = d.id and ${isInSameState}
    ) select top, count(*) - 1 as collections, max(level) as levels, max(updated_at) as updated,
      sum(n1) as n1, sum(n2) as n2, sum(n3) as n3, sum(n4) as n4, sum(n5) as n5
      from (select * from down limit ${max + 1}) d group by top`.execute(db)
  const total = rows.reduce((sum, row) => sum + row.collections + 1, 0)
  if (total > max) return null
  return new Map(
    rows.map(row => [
      row.top,
      {
        inside: {
          category_counts: [row.n1, row.n2, row.n3, row.n4, row.n5],
          collections: row.collections,
          levels: row.levels,
        },
        updated: row.updated,
      },
    ]),
  )
}

type InsideRow = { top: string } & Record<
  'collections' | 'levels' | 'updated' | 'n1' | 'n2' | 'n3' | 'n4' | 'n5',
  number
>

/** Returns the number of members who may add to any of these collections. */
export async function countWriters(db: Queries, ids: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('shares')
    .select(({ fn }) => fn.count<number>('person_id').distinct().as('n'))
    .where(inList(db, 'collection_id', ids))
    .where('may_write', '=', 1)
    .executeTakeFirstOrThrow()
  return n
}
