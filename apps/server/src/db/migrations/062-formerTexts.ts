import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Connects the copies of texts with their links, so that encryption finds former texts (E02): a notification has the id
 * of what it names, and `text_holders` names the people of other libraries who may have copies. Jobs remove the former
 * texts of links that are encrypted already, and words that no link has any more.
 */
export const migration: Migration = {
  name: '062-formerTexts',
  statements: ({ noRowId }) => [
    'alter table notifications add column subject_id text',
    `create index notifications_by_subject on notifications (subject_id) where subject_id is not null`,
    `create table text_holders (
      owner_id text not null references people(id) on delete cascade,
      person_id text not null references people(id) on delete cascade,
      primary key (owner_id, person_id)
    )${noRowId}`,
    'create index text_holders_by_person on text_holders (person_id)',
  ],
  after: async tx => {
    await sql`insert into jobs (id, owner_id, kind, queue, queue_key, payload, run_after, created_at)
      select 'sweepWords ' || id, id, 'sweepWords', 'sweepWords', id, '{}', 0, 0
      from people p where exists (select 1 from words w where w.owner_id = p.id)`.execute(tx)
    await sql`insert into jobs (id, owner_id, kind, queue, queue_key, payload, run_after, created_at)
      select 'clearFormerTexts', null, 'clearFormerTexts', 'clearFormerTexts', '', '{"table":0,"after":""}', 0, 0
      where exists (select 1 from links)`.execute(tx)
  },
}
