import type { Migration } from './migration.ts'

/** Counts sent bytes by day, as 20261125, instead of by month. The bytes of earlier months become those of their first day. */
export const migration: Migration = {
  name: '046-servedDays',
  statements: () => [
    'alter table served rename column month to day',
    'update served set day = day * 100 + 1 where day < 1000000',
  ],
}
