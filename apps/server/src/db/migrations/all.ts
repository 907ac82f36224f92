import { migration as baseline103 } from './103-baseline.ts'
import { migration as termsOfOwners104 } from './104-termsOfOwners.ts'
import type { Migration } from './migration.ts'

/** The migrations in the order of their numbers. One of a single statement is written here, others have a file of the folder. */
export const migrations: readonly Migration[] = [
  baseline103,
  termsOfOwners104,
  // Each notification wrote to it. Encrypting a link and approving a suggestion read those of their collections instead.
  { name: '105-noSubjectIndex', statements: () => ['drop index notifications_by_subject'] },
]
