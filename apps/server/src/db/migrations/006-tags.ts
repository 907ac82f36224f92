import { foldText } from '@nestmark/core/searchTerms'
import { sql } from 'kysely'
import { bulkRows } from '../bulkRows.ts'
import type { Tx } from '../db.ts'
import type { Migration } from './migration.ts'

const atOnce = 5000

/** Tags store their number of live links and their search and sort keys, and can be restored by an undo. */
export const migration: Migration = {
  name: '006-tags',
  statements: ({ int }) => [
    `alter table tags add column folded text not null default ''`,
    `alter table tags add column links ${int} not null default 0`,
    `alter table tags add column gone_at ${int}`,
    `alter table tags add column merged_into ${int}`,
    `alter table link_tags add column via ${int}`,
    `update tags set folded = name_key, links = (
      select count(*) from link_tags lt
      join links l on l.seq = lt.link_seq and l.trashed_at is null
      join collections c on c.id = l.collection_id and c.trashed_by is null
      where lt.tag_seq = tags.seq)`,
    `create index tags_by_name on tags (owner_id, folded, seq) where gone_at is null`,
    `create index tags_gone on tags (owner_id, gone_at) where gone_at is not null`,
  ],
  after: foldNames,
}

/** Folds names in code, because neither database can fold accents. */
async function foldNames(tx: Tx): Promise<void> {
  for (let last = -1; ;) {
    const rows = await tx
      .selectFrom('tags')
      .select(['seq', 'name', 'folded'])
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(atOnce)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    const others = rows.filter(row => foldText(row.name) !== row.folded)
    if (others.length > 0)
      await sql`update tags set folded = d.folded from (
          with d(seq, folded) as (${bulkRows(
            tx,
            ['int', 'text'],
            others.map(row => [row.seq, foldText(row.name)]),
          )}) select * from d
        ) d where tags.seq = d.seq`.execute(tx)
    last = end.seq
  }
}
