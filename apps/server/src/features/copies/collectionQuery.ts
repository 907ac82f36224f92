import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { readRow } from '../../db/readRow.ts'
import { withDescendants } from '../collections/subtreeQuery.ts'

/**
 * The live links with an address in a collection and its live descendants that have no copy, and of which one is wanted:
 * by the choice for the link, otherwise by that of its owner.
 */
const withoutCopy = (db: Queries, collectionId: string, after: number): RawBuilder<unknown> =>
  sql`${withDescendants(db, [collectionId], true)} select l.seq, l.id from links l
    join people p on p.id = l.owner_id left join copies k on k.link_id = l.id
    where l.collection_id in (select id from down) and l.trashed_at is null and l.address <> '' and l.seq > ${after}
      and coalesce(k.keep, p.keep_copies) <> 'never'
      and (k.state is null or k.state not in ('kept', 'off') or k.address <> l.address)`

export async function countWithoutCopy(db: Queries, collectionId: string): Promise<number> {
  const { n } = await readRow(
    db,
    sql<{ n: number }>`select count(*) as n from (${withoutCopy(db, collectionId, -1)}) x`,
  )
  return Number(n)
}

/** Returns the next such links. */
export async function listWithoutCopy(
  db: Queries,
  collectionId: string,
  after: number,
  limit: number,
): Promise<{ seq: number; id: string }[]> {
  const { rows } = await sql<{ seq: number; id: string }>`select seq, id from (
    ${withoutCopy(db, collectionId, after)}) x order by seq limit ${limit}`.execute(db)
  return rows
}
