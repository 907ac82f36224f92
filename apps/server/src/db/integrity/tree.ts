import { sql } from 'kysely'
import { type Check, openAccounts } from './check.ts'

/**
 * Checks that each collection and link has exactly one path to its owner's root, and that a trashed
 * collection hides all its descendants.
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
]
