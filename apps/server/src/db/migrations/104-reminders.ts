import type { Migration } from './migration.ts'

export const migration: Migration = {
  name: '104-reminders',
  statements: ({ int }) => [
    `create table reminders (
      id text primary key,
      person_id text not null references people(id) on delete cascade,
      link_id text not null references links(id) on delete cascade,
      remind_at ${int} not null
    )`,
    'create index reminders_of_person on reminders (person_id)',
    'create index reminders_of_link on reminders (link_id)',
  ],
}
