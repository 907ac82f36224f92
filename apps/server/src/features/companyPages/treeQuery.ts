import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { withDescendants } from '../collections/subtreeQuery.ts'

/** Returns a collection and its descendants, without the trash, with the time of the last change of each. */
export async function listDescendants(db: Queries, id: string, most: number) {
  const { rows } = await sql<{ id: string; updated_at: number }>`${withDescendants(db, [id], true)}
    select c.id, c.updated_at from down join collections c on c.id = down.id limit ${most}`.execute(db)
  return rows
}
