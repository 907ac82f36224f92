import type { Migration } from './migration.ts'

const categories = [1, 2, 3, 4, 5]

/** Adds the time at which the links of each category of a library last changed. */
export const migration: Migration = {
  name: '036-categoryChanges',
  statements: ({ int }) => [
    ...categories.map(n => `alter table people add column changed${n} ${int} not null default 0`),
    `update people set ${categories.map(n => `changed${n} = latest.changed${n}`).join(', ')}
      from (
        select owner_id, ${categories
          .map(n => `coalesce(max(case when category = ${n} then updated_at end), 0) as changed${n}`)
          .join(', ')}
        from links where trashed_at is null group by owner_id
      ) latest where latest.owner_id = people.id`,
  ],
}
