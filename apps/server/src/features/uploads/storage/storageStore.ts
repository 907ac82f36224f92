import { sql } from 'kysely'
import { bulkRows } from '../../../db/statements/bulkRows.ts'
import type { Tx } from '../../../db/db.ts'
import { inList, rowLock } from '../../../db/dialect.ts'

/** What a person's library stores. */
export interface StoredBytes {
  id: string
  plan: number
  kept_bytes: number
  reserved_bytes: number
}

/** The change of a person's counters in bytes. `categories` are the five categories in order. */
export interface BytesChange {
  stored: number
  reserved: number
  categories: [number, number, number, number, number]
}

export const noChange = (): BytesChange => ({ stored: 0, reserved: 0, categories: [0, 0, 0, 0, 0] })

/** Returns the change of an owner, and adds one where there is none. */
export function changeOf(changes: Map<string, BytesChange>, ownerId: string): BytesChange {
  const change = changes.get(ownerId) ?? noChange()
  changes.set(ownerId, change)
  return change
}

/**
 * Locks the rows of owners, in a fixed order, before uploads, blobs or files of theirs change. Every transaction that
 * changes them takes this lock first.
 */
export async function lockOwners(tx: Tx, ownerIds: readonly string[]): Promise<StoredBytes[]> {
  if (ownerIds.length === 0) return []
  const { rows } = await sql<StoredBytes>`select id, plan, kept_bytes, reserved_bytes from people
    where ${inList(tx, 'id', [...new Set(ownerIds)])} order by id ${rowLock(tx, 'for no key update')}`.execute(
    tx,
  )
  return rows
}

/**
 * Reserves bytes for an upload, within a limit.
 * @param limit the stored and reserved bytes that are allowed; null for no limit
 * @returns false when there is no storage left
 */
export async function reserveBytes(
  tx: Tx,
  ownerId: string,
  bytes: number,
  limit: number | null,
): Promise<boolean> {
  const fits = limit === null ? sql`1 = 1` : sql`kept_bytes + reserved_bytes + ${bytes} <= ${limit}`
  const { numAffectedRows = 0n } =
    await sql`update people set reserved_bytes = reserved_bytes + ${bytes} where id = ${ownerId} and ${fits}`.execute(
      tx,
    )
  return numAffectedRows > 0n
}

/** Adds to the counters of owners, whose rows are locked. */
export async function addBytes(tx: Tx, changes: ReadonlyMap<string, BytesChange>): Promise<void> {
  const rows = [...changes]
    .filter(([, { stored, reserved, categories }]) => [stored, reserved, ...categories].some(by => by !== 0))
    .map(([id, { stored, reserved, categories }]) => [id, stored, reserved, ...categories])
  if (rows.length === 0) return
  await sql`update people set kept_bytes = kept_bytes + d.stored, reserved_bytes = reserved_bytes + d.reserved,
      c1_bytes = c1_bytes + d.a, c2_bytes = c2_bytes + d.b, c3_bytes = c3_bytes + d.c,
      c4_bytes = c4_bytes + d.d, c5_bytes = c5_bytes + d.e
    from (with d(id, stored, reserved, a, b, c, d, e) as (
      ${bulkRows(tx, ['text', 'int', 'int', 'int', 'int', 'int', 'int', 'int'], rows)}) select * from d) d
    where people.id = d.id`.execute(tx)
}
