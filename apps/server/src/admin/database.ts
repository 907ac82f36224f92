import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { type Db, openDb, sqliteFile } from '../db/db.ts'
import { hostNames, parsePostgresAddress } from '../db/postgres/address.ts'
import { AdminError } from './command.ts'

/**
 * Opens the library as it is, beside a running server or without one: it is not brought to this version, so that a
 * backup can be made before an upgrade.
 * @throws AdminError when there is none yet: a command that looks at a library must not make an empty one
 */
export async function withLibrary<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  if (!config.databaseUrl && !existsSync(sqliteFile(config.dataDir)))
    throw new AdminError(
      `There is no library in ${config.dataDir}. Set DATA_DIR to the data directory of the server.`,
    )
  const db = openDb(config)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** What messages call the place of the library; a password in the address is not shown. */
export function placeName({ databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return `SQLite in ${dataDir}`
  const address = parsePostgresAddress(databaseUrl)
  return `PostgreSQL at ${hostNames(address)}${address.database ? `/${address.database}` : ''}`
}
