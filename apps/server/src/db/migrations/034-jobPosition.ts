import type { Migration } from './migration.ts'

/** Renames the key of the position in queued jobs of bulk actions and ownership transfers to the term of STYLE.md. */
export const migration: Migration = {
  name: '034-jobPosition',
  statements: () => [
    // A quote inside a JSON string is preceded by a backslash, so the pattern matches keys only.
    `update jobs set payload = replace(payload, '"next":{"place":', '"next":{"position":')`,
  ],
}
