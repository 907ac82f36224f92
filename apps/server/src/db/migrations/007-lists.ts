import { createSortKeys } from '@nestmark/core/sortKeys'
import { sql } from 'kysely'
import { bulkRows } from '../bulkRows.ts'
import type { Tx } from '../db.ts'
import type { Migration } from './migration.ts'

const indexes = [
  // Not partial: deleting a collection looks up every link that references it.
  `drop index links_inside`,
  `drop index links_trashed_inside`,
  `create index links_inside on links (collection_id, created_at, seq)`,
  `create index links_by_title on links (owner_id, title_key, seq) where trashed_at is null`,
  `create index links_by_host on links (owner_id, host_key, seq) where trashed_at is null`,
  `create index collections_by_name on collections (parent_id, name_key, id)`,
  `create index collections_by_hand on collections (parent_id, position, name_key, id)`,
]

/**
 * The sort keys of lists (title and host beside the date; collections by name and by hand), and the undo
 * records of actions.
 */
export const migration: Migration = {
  name: '007-lists',
  statements: ({ int, noRowId }) => [
    // An action of one person, stored as long as it can be undone.
    `create table deeds (
      id text primary key,
      person_id text not null references people(id) on delete cascade,
      kind text not null,
      target text,
      at ${int} not null,
      expires_at ${int} not null
    )`,
    `create index deeds_of_person on deeds (person_id, expires_at)`,
    `create index deeds_expiring on deeds (expires_at)`,
    // What it changed, with the previous state. Rows may reference deleted items, so they have a foreign key
    // to the undo record only.
    `create table deed_links (
      deed_id text not null references deeds(id) on delete cascade,
      link_seq ${int} not null,
      was text not null,
      was_at ${int} not null,
      primary key (deed_id, link_seq, was)
    )${noRowId}`,
    `create table deed_collections (
      deed_id text not null references deeds(id) on delete cascade,
      collection_id text not null,
      was text not null,
      was_at ${int} not null,
      primary key (deed_id, collection_id)
    )${noRowId}`,
  ],
  // The keys are folded and truncated text; both databases compare them bytewise, so that their orders are
  // equal.
  sqlite: [
    `alter table links add column title_key text not null default ''`,
    `alter table links add column host_key text not null default ''`,
    ...indexes,
  ],
  postgres: [
    `alter table links add column title_key text collate "C" not null default ''`,
    `alter table links add column host_key text collate "C" not null default ''`,
    `alter table collections alter column name_key type text collate "C"`,
    ...indexes,
  ],
  after: fillKeys,
}

/** Computes the keys of existing links. */
async function fillKeys(tx: Tx): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ seq: number; title: string; compare_key: string }>`
      select seq, title, compare_key from links where seq > ${after} order by seq limit 2000`.execute(tx)
    const end = rows.at(-1)
    if (!end) return
    after = end.seq
    const keys = rows.map(row => {
      const { title_key, host_key } = createSortKeys(row.title, row.compare_key)
      return [row.seq, title_key, host_key]
    })
    await sql`update links set title_key = d.title, host_key = d.host
      from (with d(seq, title, host) as (${bulkRows(tx, ['int', 'text', 'text'], keys)}) select * from d) d
      where links.seq = d.seq`.execute(tx)
  }
}
