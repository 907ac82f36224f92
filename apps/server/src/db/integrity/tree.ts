import { sql } from 'kysely'
import { type Check, openAccounts } from './check.ts'

const perCategory = sql.raw(
  [1, 2, 3, 4, 5].map(n => `count(*) filter (where l.category = ${n}) as n${n}`).join(', '),
)
const countersDiffer = (of: string) =>
  sql.raw([1, 2, 3, 4, 5].map(n => `${of}.n${n} <> coalesce(found.n${n}, 0)`).join(' or '))

/**
 * Checks that each collection and link has exactly one path to its owner's root, and that a trashed
 * collection hides all its descendants; and that counters, which every change maintains, equal a count of the rows.
 */
export const treeChecks: readonly Check[] = [
  {
    violation:
      'people whose root collection is missing, not theirs, in the trash or inside another collection',
    find: () => sql`select p.id from people p left join collections c on c.id = p.root_id
      where p.id in ${openAccounts}
        and (c.id is null or c.owner_id <> p.id or c.parent_id is not null or c.trashed_by is not null)`,
  },
  {
    violation: "collections without a path to their owner's root (orphaned, or in a cycle)",
    find: () => sql`with recursive down(id) as (
        select root_id from people
        union
        select c.id from down join collections c on c.parent_id = down.id
      ) select c.id from collections c where c.id not in (select id from down)
        and c.owner_id in ${openAccounts}`,
  },
  {
    violation: 'collections inside a collection of another owner',
    find: () => sql`select c.id from collections c join collections p on p.id = c.parent_id
      where p.owner_id <> c.owner_id`,
  },
  {
    violation: 'links without a collection of their owner',
    find: () => sql`select l.id from links l left join collections c on c.id = l.collection_id
      where c.id is null or c.owner_id <> l.owner_id`,
  },
  {
    violation: 'links of a category that does not exist',
    find: () => sql`select id from links where category not between 1 and 5`,
  },
  {
    violation: 'live collections inside a trashed one',
    find: () => sql`select c.id from collections c join collections p on p.id = c.parent_id
      where c.trashed_by is null and p.trashed_by is not null`,
  },
  {
    violation:
      'collections that are marked as the top of the trash and do not hide themselves, or the reverse',
    find: () => sql`select id from collections
      where (trashed_at is not null and (trashed_by is null or trashed_by <> id))
        or (trashed_at is null and trashed_by = id)`,
  },
  {
    violation: 'hidden collections that are not inside the trashed one that hides them',
    find: () => sql`select c.id from collections c left join collections p on p.id = c.parent_id
      where c.trashed_by <> c.id and (p.trashed_by is null or p.trashed_by <> c.trashed_by)`,
  },
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
