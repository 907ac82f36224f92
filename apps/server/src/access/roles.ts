import type { Queries } from '../db/db.ts'
import { inList } from '../db/dialect.ts'
import { type Selectable, sql } from 'kysely'
import { type CollectionRow, linkColumns, type LinkRow } from '../db/tables.ts'
import type { Actor } from './actor.ts'
import type { Role } from './policies.ts'

/** The only SQL that knows who may do what. Always for a set of ids, in one statement. */

export interface CollectionWithRole extends CollectionRow {
  role: Role
}
export interface LinkWithRole extends Selectable<LinkRow> {
  role: Role
  /** Set when the link's collection, or one above it, is in the trash. */
  collectionTrashedBy: string | null
}

/** The collections among `ids` that exist, each with what the actor is to it. */
export async function collectionsWithRoles(
  db: Queries,
  actor: Actor | null,
  ids: readonly string[],
): Promise<CollectionWithRole[]> {
  if (ids.length === 0) return []
  // Written out, because nearly every call asks it: a statement put together anew costs more than running it.
  const { rows } = await sql<CollectionRow>`select * from collections where ${inList(db, 'id', ids)}`.execute(
    db,
  )
  return rows.map(row => ({ ...row, role: roleOf(actor, row.owner_id) }))
}

/** The links among `ids` that exist, each with what the actor is to it. */
export async function linksWithRoles(
  db: Queries,
  actor: Actor | null,
  ids: readonly string[],
): Promise<LinkWithRole[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('links as l')
    .innerJoin('collections as c', 'c.id', 'l.collection_id')
    .select(linkColumns.map(column => `l.${column}` as const))
    .select('c.trashed_by as collectionTrashedBy')
    .where(inList(db, 'l.id', ids))
    .execute()
  return rows.map(row => ({ ...row, role: roleOf(actor, row.owner_id) }))
}

function roleOf(actor: Actor | null, ownerId: string): Role {
  return actor?.personId === ownerId ? 'owner' : null
}
