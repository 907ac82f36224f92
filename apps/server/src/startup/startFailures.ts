import { resolve } from 'node:path'
import { ConfigError } from '../configuration/configValues.ts'
import { StoreError, UnusableStoreError } from '../blobStorage/fileStore.ts'
import { dataDirError, DataDirError, isDataDirRefusal } from '../configuration/dataDirAccess.ts'
import { DataDirInUseError } from './dataDirLock.ts'
import { CommitsLostError, DataFileDamagedError } from '../db/dataFile.ts'
import { SchemaVersionError } from '../db/migrate.ts'
import { explainRefusal, UnusableDatabaseError } from '../db/postgres/assertUsable.ts'
import { SecretMismatchError } from '../db/secretCheck.ts'
import { classifyDatabaseError } from '../db/databaseErrors.ts'

const operatorErrors = [
  ConfigError,
  DataDirError,
  DataDirInUseError,
  DataFileDamagedError,
  CommitsLostError,
  SecretMismatchError,
  SchemaVersionError,
  UnusableDatabaseError,
  UnusableStoreError,
  StoreError,
]

/**
 * Explains why a start failed and what the operator can do.
 * @returns null for an error of the program
 */
export function explainFailedStart(error: unknown, env: Record<string, string | undefined>): string | null {
  if (operatorErrors.some(kind => error instanceof kind)) return (error as Error).message
  const { code, syscall, message } = error as { code?: string; syscall?: string; message?: string }
  const port = env.PORT || '3000'
  const host = env.HOST || '127.0.0.1'
  if (code === 'EADDRINUSE')
    return `PORT ${port} is taken by another program. Choose another one: PORT=3001 npm start`
  if (syscall === 'listen' && code === 'EACCES')
    return (
      `Nestmark may not listen on PORT ${port}: ports below 1024 need a special permission. Choose a higher one and put ` +
      'a proxy in front (docs/operations.md, "Behind a proxy").'
    )
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && message?.includes(host)))
    return `HOST ${host} is not an address of this machine. Leave it out for 127.0.0.1, or set HOST=0.0.0.0 for every interface.`
  if (classifyDatabaseError(error) === 'full')
    return `The disk is full (${message}). Free space and start again.`
  const dataDir = resolve(env.DATA_DIR || './data')
  if (isDataDirRefusal(dataDir, error)) return dataDirError(dataDir, error).message
  if (!env.DATABASE_URL) return null
  const refusal = explainRefusal(error)
  if (refusal === null && classifyDatabaseError(error))
    return `PostgreSQL is unreachable or unavailable: ${message || code}`
  return refusal
}
