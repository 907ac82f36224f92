import type { Migration } from './migration.ts'

/** Renames the columns of undo records to the terms of STYLE.md, and the key of the position in queued undo jobs. */
export const migration: Migration = {
  name: '033-undoStates',
  statements: () => [
    `alter table undo_links rename column was to old_state`,
    `alter table undo_links rename column was_at to old_at`,
    `alter table undo_collections rename column was to old_state`,
    `alter table undo_collections rename column was_at to old_at`,
    `alter table undo_edits rename column was to old_value`,
    `alter table undo_edits rename column became to new_value`,
    // A quote inside a JSON string is preceded by a backslash, so the pattern matches keys only.
    `update jobs set payload = replace(payload, '"was":', '"state":') where kind = 'bulk'`,
  ],
}
