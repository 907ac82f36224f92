import type { Migration } from './migration.ts'

/** Renames tables, columns and keys of stored JSON to the terms of STYLE.md. No row is rewritten but those of jobs and deliveries. */
export const migration: Migration = {
  name: '029-standardNames',
  statements: () => [
    `alter table deeds rename to undo_records`,
    `alter table deed_links rename to undo_links`,
    `alter table deed_collections rename to undo_collections`,
    `alter table deed_edits rename to undo_edits`,
    `alter table undo_links rename column deed_id to undo_id`,
    `alter table undo_collections rename column deed_id to undo_id`,
    `alter table undo_edits rename column deed_id to undo_id`,
    `alter table activities rename column deed_id to undo_id`,
    `alter table activities rename column things to subjects`,
    `alter table webhook_events rename column things to subjects`,
    `alter table notifications rename column about to subject`,
    `alter table tags rename column gone_at to deleted_at`,
    ...indexes.map(([old]) => `drop index ${old}`),
    ...indexes.map(([, index]) => `create index ${index}`),
    // A quote inside a JSON string is preceded by a backslash, so these patterns match keys and whole values only.
    `update jobs set payload = replace(replace(payload, '"deed":"handOver"', '"deed":"transferOwnership"'), '"deed":', '"action":')
      where kind = 'bulk'`,
    `update jobs set payload = replace(payload, '"note":{"action":', '"note":{"undo":') where kind = 'bulk'`,
    `update jobs set report = replace(replace(report, '"deed":"handOver"', '"deed":"transferOwnership"'), '"deed":', '"action":')
      where kind = 'bulk' and report is not null`,
    `update webhook_deliveries set events = replace(events, '"things":', '"subjects":')`,
    `update jobs set report = replace(report, '"kept":', '"existing":') where kind = 'importBookmarks' and report is not null`,
    `update jobs set kind = 'sendEmail', queue = replace(queue, 'sendLetter', 'sendEmail') where kind = 'sendLetter'`,
  ],
}

/** The indexes named after a former table or column, and what replaces each. */
const indexes: readonly (readonly [old: string, index: string])[] = [
  ['deeds_of_person', 'undo_records_of_person on undo_records (person_id, expires_at)'],
  ['deeds_expiring', 'undo_records_expiring on undo_records (expires_at)'],
  ['deed_edits_of_link', 'undo_edits_of_link on undo_edits (link_id) where link_id is not null'],
  [
    'deed_edits_of_collection',
    'undo_edits_of_collection on undo_edits (collection_id) where collection_id is not null',
  ],
  ['tags_gone', 'tags_deleted on tags (owner_id, deleted_at) where deleted_at is not null'],
]
