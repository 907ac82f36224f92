import { existsSync } from 'node:fs'
import type { Config } from '../configuration/config.ts'
import type { Db } from '../db/db.ts'
import { openDb, sqliteFile } from '../db/openDb.ts'
import { formatHosts, parsePostgresAddress } from '../db/postgres/address.ts'
import { AdminError } from './command.ts'

/**
 * Opens the library without migrating it, with or without a running server, so that a backup can be made
 * before an upgrade.
 * @throws AdminError when there is no library: a command that only reads must not create one
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

/** Returns the location of the library for messages, without credentials. */
export function placeName({ databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return `SQLite in ${dataDir}`
  const address = parsePostgresAddress(databaseUrl)
  return `PostgreSQL at ${formatHosts(address)}${address.database ? `/${address.database}` : ''}`
}
