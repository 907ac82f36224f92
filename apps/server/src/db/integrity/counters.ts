import { sql } from 'kysely'
import { type Check, openAccounts } from './check.ts'

const perCategory = sql.raw(
  [1, 2, 3, 4, 5].map(n => `count(*) filter (where l.category = ${n}) as n${n}`).join(', '),
)
const countersDiffer = (of: string) =>
  sql.raw([1, 2, 3, 4, 5].map(n => `${of}.n${n} <> coalesce(found.n${n}, 0)`).join(' or '))

/** Checks that counters, which every change maintains, equal a count of the rows. */
export const counterChecks: readonly Check[] = [
  {
    violation: 'collections that count other links than they contain',
    find: () => sql`select c.id from collections c left join (
        select l.collection_id, ${perCategory} from links l where l.trashed_at is null group by l.collection_id
      ) found on found.collection_id = c.id where c.owner_id in ${openAccounts} and (${countersDiffer('c')})`,
  },
  {
    violation: 'collections that count other collections than they contain',
    find: () => sql`select c.id from collections c left join (
        select parent_id, count(*) as n from collections where trashed_at is null group by parent_id
      ) found on found.parent_id = c.id where c.owner_id in ${openAccounts} and c.folder_count <> coalesce(found.n, 0)`,
  },
  {
    violation: 'tags that count other links than have them',
    find: () => sql`select t.id from tags t left join (
        select lt.tag_seq, count(*) as n from link_tags lt
        join links l on l.seq = lt.link_seq and l.trashed_at is null
        join collections c on c.id = l.collection_id and c.trashed_by is null group by lt.tag_seq
      ) found on found.tag_seq = t.seq where t.links <> coalesce(found.n, 0)`,
  },
  {
    violation: 'pages that count other highlights than they have',
    find: () => sql`select p.id from highlight_pages p left join (
        select page_id, count(*) as n, sum(size) as size, min(created_at) as first, max(created_at) as last
        from highlights group by page_id
      ) found on found.page_id = p.id
      where p.count <> coalesce(found.n, 0) or p.count = 0 or p.size <> found.size
        or p.created_at <> found.first or p.updated_at <> found.last`,
  },
  {
    violation: 'people whose library counts other links than it contains',
    find: () => sql`select p.id from people p left join (
        select l.owner_id, ${perCategory} from links l join collections c on c.id = l.collection_id
        where l.trashed_at is null and c.trashed_by is null group by l.owner_id
      ) found on found.owner_id = p.id where p.id in ${openAccounts} and (${countersDiffer('p')})`,
  },
]
