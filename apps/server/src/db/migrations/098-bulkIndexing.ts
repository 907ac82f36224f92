import type { Migration } from './migration.ts'

/** Lets new entries of PostgreSQL's full-text index go to a list first, from which they are added together (`indexLoad.ts`). */
export const migration: Migration = {
  name: '098-bulkIndexing',
  statements: () => [],
  postgres: [`alter index links_terms set (fastupdate = on)`],
}
