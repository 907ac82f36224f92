import { toNameSortKey } from '@nestmark/core/sortKeys'
import { sql } from 'kysely'
import { bulkRows } from '../bulkRows.ts'
import type { Tx } from '../db.ts'
import type { Migration } from './migration.ts'

const indexes = [
  `drop index collections_by_name`,
  `drop index collections_by_hand`,
  `drop index tags_by_name`,
  `create index collections_by_name on collections (parent_id, sort_key, name_key, id)`,
  `create index collections_by_hand on collections (parent_id, position, sort_key, name_key, id)`,
  `create index tags_by_name on tags (owner_id, sort_key, folded, seq) where deleted_at is null`,
]

/** Sorts collections, tags and links by name with their numbers in numerical order. */
export const migration: Migration = {
  name: '031-naturalNames',
  statements: () => [],
  sqlite: [
    `alter table collections add column sort_key text not null default ''`,
    `alter table tags add column sort_key text not null default ''`,
    `update collections set sort_key = name_key`,
    `update tags set sort_key = folded`,
  ],
  postgres: [
    `alter table collections add column sort_key text collate "C" not null default ''`,
    `alter table tags add column sort_key text collate "C" not null default ''`,
    `update collections set sort_key = name_key`,
    `update tags set sort_key = folded`,
  ],
  after: async tx => {
    await fillKeys(tx, 'collections', 'id', 'text', '')
    await fillKeys(tx, 'tags', 'seq', 'int', 0)
    // Many rows with many indexes: a job does it after the start.
    await sql`insert into jobs (id, owner_id, kind, queue, queue_key, payload, run_after, created_at)
      select 'refillSortKeys', null, 'refillSortKeys', 'refillSortKeys', '', '{"after":0}', 0, 0
      where exists (select 1 from links)`.execute(tx)
    for (const statement of indexes) await sql.raw(statement).execute(tx)
  },
}

/** Computes the keys in batches, in the order of a unique column. */
async function fillKeys<Key extends string | number>(
  tx: Tx,
  table: string,
  column: string,
  type: 'text' | 'int',
  before: Key,
): Promise<void> {
  const [from, key] = [sql.table(table), sql.ref(column)]
  for (let after: Key = before; ;) {
    const { rows } = await sql<{ key: Key; name: string; sort_key: string }>`
      select ${key} as key, name, sort_key from ${from} where ${key} > ${after} order by ${key} limit 2000`.execute(
      tx,
    )
    const end = rows.at(-1)
    if (!end) return
    after = end.key
    const changed = rows.flatMap(row => {
      const sortKey = toNameSortKey(row.name)
      return sortKey === row.sort_key ? [] : [[row.key, sortKey]]
    })
    if (changed.length > 0)
      await sql`update ${from} set sort_key = d.sort_key
        from (with d(key, sort_key) as (${bulkRows(tx, [type, 'text'], changed)}) select * from d) d
        where ${sql.ref(`${table}.${column}`)} = d.key`.execute(tx)
  }
}
