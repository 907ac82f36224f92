import { assertDefined } from '@nestmark/core/assertDefined'
import { type RawBuilder, sql } from 'kysely'
import { requireLinkQuota } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { Batch } from '../../db/statements/batch.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import { inList } from '../../db/dialect.ts'

/** The number of links of one category that join a collection, or leave it (negative). */
export interface CountChange {
  collectionId: string
  category: number
  by: number
  /** True when the collection is in the trash: its own counters include its links, the library's do not. */
  hidden?: boolean
}

/**
 * Updates the counters of the collections and of the owner's library.
 * @throws Refused 'collections.inTrash' when a collection was trashed, restored or transferred since it was read,
 * 'plan.links' when the additions exceed the owner's plan
 */
export async function addToCounts(
  tx: Tx,
  ownerId: string,
  changes: readonly CountChange[],
  now: number,
): Promise<void> {
  const batch = new Batch(tx)
  countInBatch(batch, ownerId, changes, now)
  await batch.run()
}

/**
 * Adds the counter updates to a batch, whose run may then be refused. Must come first in the batch: it locks the
 * person's row.
 */
export function countInBatch(
  batch: Batch,
  ownerId: string,
  changes: readonly CountChange[],
  now: number,
): void {
  const sums = new Map<string, number[]>()
  const libraryChange = [0, 0, 0, 0, 0]
  for (const { collectionId, category, by, hidden } of changes) {
    const sum = sums.get(collectionId) ?? [0, 0, 0, 0, 0, hidden ? 1 : 0]
    addTo(sum, category, by)
    if (!hidden) addTo(libraryChange, category, by)
    sums.set(collectionId, sum)
  }
  if (sums.size === 0) return
  // Locks the person's row first, as everywhere: another order could deadlock two transactions.
  if (libraryChange.some(each => each !== 0))
    batch.add(libraryCounts(ownerId, libraryChange, now), ({ rows: [person] }) =>
      checkPlan(person, libraryChange),
    )
  const rows = [...sums].map(([id, n]) => [id, ...n])
  // The ids are repeated as a plain list: PostgreSQL cannot estimate how few rows `d` has, and would scan every
  // collection. `is true` keeps SQLite from starting with the owner's collections and scanning the list for each of
  // them.
  const statement = sql`update collections set n1 = collections.n1 + d.a, n2 = collections.n2 + d.b,
      n3 = collections.n3 + d.c, n4 = collections.n4 + d.d, n5 = collections.n5 + d.e, updated_at = ${now}
    from (with d(id, a, b, c, d, e, hidden) as (
        ${bulkRows(batch.tx, ['text', 'int', 'int', 'int', 'int', 'int', 'int'], rows)}
      ) select * from d) d
    where collections.id = d.id and (collections.owner_id = ${ownerId}) is true
      and (collections.trashed_by is not null) = (d.hidden = 1)
      and ${inList(batch.tx, 'collections.id', [...sums.keys()])}`
  batch.add(statement, ({ numAffectedRows }) => {
    if (numAffectedRows !== BigInt(rows.length)) refuse('collections.inTrash')
  })
}

/** Adds to the counter of a category; the first category has the number 1. */
function addTo(counts: number[], category: number, by: number): void {
  counts[category - 1] = assertDefined(counts[category - 1], 'counter') + by
}

/**
 * Updates the counters of the library when a subtree is trashed or restored.
 * @throws Refused 'plan.links' when the returning links exceed the owner's plan
 */
export async function addToLibrary(
  tx: Tx,
  ownerId: string,
  n: readonly number[],
  now: number,
): Promise<void> {
  if (n.every(each => each === 0)) return
  const { rows } = await libraryCounts(ownerId, n, now).execute(tx)
  checkPlan(rows[0], n)
}

/** The update has locked the row, so a concurrent transaction sees what this one has added. */
function checkPlan(person: LibrarySize | undefined, change: readonly number[]): void {
  if (person && change.reduce((sum, by) => sum + by, 0) > 0) requireLinkQuota(person)
}

interface LibrarySize {
  plan: number
  links: number
}

function libraryCounts(ownerId: string, n: readonly number[], now: number): RawBuilder<LibrarySize> {
  const changed = sql.join(
    n.map((by, at) => (by === 0 ? [] : sql`${sql.ref(`changed${at + 1}`)} = ${now}`)).flat(),
  )
  return sql<LibrarySize>`update people set n1 = n1 + ${n[0]}, n2 = n2 + ${n[1]}, n3 = n3 + ${n[2]}, n4 = n4 + ${n[3]}, n5 = n5 + ${n[4]}, ${changed}
    where id = ${ownerId} returning plan, n1 + n2 + n3 + n4 + n5 as links`
}

/** Updates the numbers of sub-collections of these parents. */
export async function addToFolderCounts(tx: Tx, changes: ReadonlyMap<string, number>): Promise<void> {
  for (const by of new Set(changes.values())) {
    const ids = [...changes].filter(([, value]) => value === by).map(([id]) => id)
    if (by !== 0)
      await sql`update collections set folder_count = folder_count + ${by} where ${inList(tx, 'id', ids)}`.execute(
        tx,
      )
  }
}
