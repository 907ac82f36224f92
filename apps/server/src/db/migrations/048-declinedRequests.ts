import type { Migration } from './migration.ts'

/** Records when the owner declined a request for access. */
export const migration: Migration = {
  name: '048-declinedRequests',
  statements: ({ int }) => [`alter table access_requests add column declined_at ${int}`],
}
