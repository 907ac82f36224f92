import type { Schema } from '../migration.ts'

type Event = 'insert' | 'delete' | 'update'

/** Increments the revision of the people whose ids the expressions return, with every written row of a table. */
const trigger = (table: string, event: Event, ...owners: string[]) =>
  `create trigger ${table}_${event}${event === 'insert' ? 'ed' : 'd'} after ${event} on "${table}"
    begin update people set revision = revision + 1 where id in (${owners.join(', ')}); end`

/** Returns the triggers of a table whose `columns` hold ids of people. */
function triggers(table: string, ...columns: string[]): string[] {
  const of = (row: 'new' | 'old') => columns.map(column => `${row}.${column}`)
  return [
    trigger(table, 'insert', ...of('new')),
    trigger(table, 'delete', ...of('old')),
    trigger(table, 'update', ...of('old'), ...of('new')),
  ]
}

const ownerOfCopy = '(select owner_id from links where id = new.link_id)'

/**
 * A number that grows with every change of what a person's lists show; cached responses are valid while it is
 * unchanged. Only SQLite counts it: on PostgreSQL all writers would lock the rows of busy people. Tags of
 * links are not among the tables, because a change of them also changes the link or the tag's counter.
 */
export const revisions: Schema = {
  statements: () => [],
  sqlite: [
    // A new link is counted in its library in the same transaction, which changes the revision already (docs/adr/089).
    ...triggers('links', 'owner_id').slice(1),
    ...triggers('collections', 'owner_id'),
    ...triggers('tags', 'owner_id'),
    ...triggers('favourite_links', 'person_id'),
    ...triggers('favourite_collections', 'person_id'),
    ...triggers('shares', 'owner_id', 'person_id'),
    ...triggers('user', 'id'),
    trigger('files', 'insert', 'new.owner_id'),
    trigger('files', 'delete', 'old.owner_id'),
    trigger('files', 'update', 'new.owner_id'),
    trigger('copies', 'insert', ownerOfCopy),
    trigger('copies', 'update', ownerOfCopy),
    `create trigger blobs_lost after update of lost_at on blobs
      begin update people set revision = revision + 1 where id = new.owner_id; end`,
    `create trigger people_updated after update on people when new.revision = old.revision
      begin update people set revision = revision + 1 where id = new.id; end`,
  ],
}
