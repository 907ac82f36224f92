import { sql } from 'kysely'
import { listReferences, type TableName, tables, tablesWhere } from '../tables/allTables.ts'
import type { Check } from './check.ts'

const named = Map.groupBy(
  tablesWhere(table => table.orphans !== undefined),
  name => tables[name].orphans ?? '',
)

/**
 * Checks that rows agree with the rows that they reference, and that these exist, by the declarations of tables: those with the
 * same text have one check.
 */
export const rowChecks: readonly Check[] = [
  {
    violation: 'libraries without an account to sign in with',
    // A deleted account is signed out immediately; its library is deleted within a day.
    find: (_db, now) => sql`select id from people where id not in (select id from "user")
      and (closed_at is null or closed_at < ${now - 86_400_000})`,
  },
  {
    violation: 'tags on links that were deleted or of another owner',
    find: () => sql`select lt.link_seq as id from link_tags lt
      left join links l on l.seq = lt.link_seq left join tags t on t.seq = lt.tag_seq
      where l.seq is null or t.seq is null or lt.owner_id <> l.owner_id or t.owner_id <> l.owner_id`,
  },
  {
    violation: 'links that have copies of their pages, and whose state says that there are none',
    find: () => sql`select link_id as id from copies
      where state = 'none' and link_id in (select link_id from copy_versions)`,
  },
  {
    violation: 'checks of links that were deleted or of another owner',
    find: () => sql`select k.link_id as id from link_checks k left join links l on l.id = k.link_id
      where l.id is null or l.owner_id <> k.owner_id`,
  },
  {
    violation: 'highlights of another owner than their page, or of an encrypted link in clear',
    find: () => sql`select h.id from highlights h join highlight_pages p on p.id = h.page_id
      where h.owner_id <> p.owner_id or (h.sealed is not null and (h.text <> '' or h.comm <> '' or h.anchor is not null))
        or (h.sealed is null and p.link_id is not null)`,
  },
  {
    violation: 'white labels of collections or people that were deleted, or with a part of a logo',
    find: () => sql`select collection_id as id from white_labels
      where person_id not in (select id from people) or collection_id not in (select id from collections)
        or (logo_id is null) <> (logo is null)`,
  },
  {
    violation: 'customers that were deleted, or have an answer of the payment provider without a question',
    find: () => sql`select person_id as id from customers
      where person_id not in (select id from people) or applied > started
      union all select person_id as id from quota_mails where person_id not in (select id from people)`,
  },
  {
    violation: 'tags that were deleted and still have their name, or were not removed within a day',
    find: (_db, now) => sql`select id from tags where (deleted_at is not null) <> (name_key = '#' || id)
      or deleted_at < ${now - 86_400_000}`,
  },
  {
    violation: 'links whose picture was deleted or of another owner',
    find: () => sql`select l.id from links l left join pictures p on p.id = l.picture_id
      where l.picture_id is not null and (p.id is null or p.owner_id <> l.owner_id)`,
  },
  {
    violation: 'pictures that no link shows',
    find: () => sql`select p.id from pictures p left join links l on l.picture_id = p.id where l.id is null`,
  },
  {
    violation: 'pictures that more than one link claims',
    find: () => sql`select picture_id as id from links where picture_id is not null
      group by picture_id having count(*) > 1`,
  },
  ...[...named].map(([violation, names]) => ({
    violation,
    find: () => sql.join(names.map(findOrphans), sql` union all `),
  })),
]

function findOrphans(name: TableName) {
  const lost = listReferences(name).map(
    ({ column, table, key }) =>
      sql`${sql.ref(column)} not in (select ${sql.ref(key)} from ${sql.table(table)})`,
  )
  return sql`select ${sql.ref(tables[name].key ?? 'id')} as id from ${sql.table(name)}
    where ${sql.join(lost, sql` or `)}`
}
