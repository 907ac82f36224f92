import { migration as baseline103 } from './103-baseline.ts'
import type { Migration } from './migration.ts'

/** The migrations of the folder, in the order of their numbers. */
export const migrations: readonly Migration[] = [baseline103]
