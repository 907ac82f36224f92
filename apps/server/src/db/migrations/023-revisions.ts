import type { Migration } from './migration.ts'

const bump = (owners: string) => `update people set revision = revision + 1 where id in (${owners})`

/**
 * Increments a person's revision with every written row of a table. `owners` are the columns that hold the
 * person's id.
 */
function triggers(table: string, ...owners: string[]): string[] {
  const of = (row: 'new' | 'old') => owners.map(column => `${row}."${column}"`).join(', ')
  return [
    `create trigger ${table}_inserted after insert on "${table}" begin ${bump(of('new'))}; end`,
    `create trigger ${table}_deleted after delete on "${table}" begin ${bump(of('old'))}; end`,
    `create trigger ${table}_updated after update on "${table}" begin ${bump(`${of('old')}, ${of('new')}`)}; end`,
  ]
}

/**
 * A number that grows with every change of what a person's lists show; cached responses are valid while it is
 * unchanged. Only SQLite counts it: on PostgreSQL all writers would lock the rows of busy people. Tags of
 * links are not among the tables, because a change of them also changes the link or the tag's counter.
 */
export const migration: Migration = {
  name: '023-revisions',
  statements: ({ int }) => [`alter table people add column revision ${int} not null default 0`],
  sqlite: [
    ...triggers('links', 'owner_id'),
    ...triggers('collections', 'owner_id'),
    ...triggers('tags', 'owner_id'),
    ...triggers('favourite_links', 'person_id'),
    ...triggers('favourite_collections', 'person_id'),
    ...triggers('shares', 'owner_id', 'person_id'),
    ...triggers('user', 'id'),
    `create trigger people_updated after update on people when new.revision = old.revision
      begin ${bump('new.id')}; end`,
  ],
}
