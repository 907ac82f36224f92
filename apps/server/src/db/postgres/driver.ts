import { createRequire } from 'node:module'
import type pg from 'pg'

let driver: typeof pg | undefined

/** Returns the driver for PostgreSQL. It is loaded at its first use, because a server on SQLite does not need it. */
export function getDriver(): typeof pg {
  if (driver) return driver
  driver = createRequire(import.meta.url)('pg') as typeof pg
  // Counts and times are far below 2^53; parsed as numbers, they are the same from both databases.
  driver.types.setTypeParser(driver.types.builtins.INT8, Number)
  driver.types.setTypeParser(driver.types.builtins.NUMERIC, Number)
  return driver
}
