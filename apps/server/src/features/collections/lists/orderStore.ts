import { assertDefined } from '@nestmark/core/assertDefined'
import { sql } from 'kysely'
import type { Granted } from '../../../access/grant.ts'
import type { Tx } from '../../../db/db.ts'
import { readRow } from '../../../db/statements/readRow.ts'

/**
 * The gap between the positions of two siblings: smaller gaps allow fewer insertions before all siblings are
 * renumbered.
 */
const step = 1024

/**
 * Sets a collection's position among its siblings. Positions have gaps, so that usually one row is written. Renumbers
 * the siblings when a gap is full or when they have no manual order yet.
 * @param before the sibling that follows it; null for the end
 */
export async function placeBefore(
  tx: Tx,
  granted: Granted<'collections.edit'>,
  id: string,
  parentId: string,
  before: string | null,
): Promise<void> {
  const free = await roomBefore(tx, id, parentId, before)
  if (free !== null) return setPosition(tx, granted, id, free)
  await numberAnew(tx, parentId)
  await setPosition(tx, granted, id, assertDefined(await roomBefore(tx, id, parentId, before), 'position'))
}

/** Returns a position between the sibling and its predecessor, or null when the gap is full. */
async function roomBefore(
  tx: Tx,
  id: string,
  parentId: string,
  before: string | null,
): Promise<number | null> {
  const siblings = sql`from collections where parent_id = ${parentId} and id <> ${id}`
  if (before === null) {
    const { last, n } = await readRow(
      tx,
      sql<{ last: number | null; n: number }>`select max(position) as last, count(*) as n ${siblings}`,
    )
    // Without a manual order all positions are 0, and the end has no position.
    return last === 0 && Number(n) > 1 ? null : (last ?? 0) + step
  }
  const { position, above, same } = await readRow(
    tx,
    sql<{ position: number; above: number | null; same: number }>`
    select b.position,
      (select max(position) ${siblings} and position < b.position) as above,
      (select count(*) ${siblings} and position = b.position) as same
    from collections b where b.id = ${before}`,
  )
  if (Number(same) > 1) return null
  const low = above ?? position - 2 * step
  return position - low < 2 ? null : Math.floor((position + low) / 2)
}

async function numberAnew(tx: Tx, parentId: string): Promise<void> {
  await sql`update collections set position = r.n * ${sql.lit(step)} from (
      select id as sibling, row_number() over (order by position, sort_key, name_key, id) as n
      from collections where parent_id = ${parentId}
    ) r where collections.id = r.sibling`.execute(tx)
}

/** Sets a collection's position among its siblings. */
export async function setPosition(
  tx: Tx,
  _granted: Granted<'collections.edit' | 'collections.move'>,
  id: string,
  position: number,
): Promise<void> {
  await tx.updateTable('collections').set({ position }).where('id', '=', id).execute()
}

/** The position after all siblings of a collection; 0 while they have no manual order. */
export const nextPosition = (parentId: string) =>
  sql<number>`(select case when coalesce(max(s.position), 0) > 0 then max(s.position) + ${sql.lit(step)} else 0 end
    from collections s where s.parent_id = ${parentId})`
