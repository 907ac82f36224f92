import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { DataDirInUseError, lockDataDir } from './dataDirLock.ts'
import { checkDataFile, DataFileDamagedError, noteLibrary, noteStopped } from './db/dataFile.ts'
import { openDb } from './db/db.ts'
import { migrate, NewerDatabaseError } from './db/migrate.ts'
import { startDigests } from './features/notifications/digest.ts'

/** Seconds that running calls have after a signal to stop. */
const stopWithin = 10
const cutOffAfter = 7

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const unlock = config.databaseUrl ? () => undefined : holdDataDir(config.dataDir)
  const db = openDb(config)
  await migrate(db)
  if (!config.databaseUrl) noteLibrary(config.dataDir)
  const app = await createApp(config, db)
  await app.server.listen({ port: config.port, host: config.host })
  const address = app.server.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  console.log(
    `Nestmark is ready at ${config.behindProxy ? config.publicUrl : `http://${config.host}:${port}`}`,
  )
  console.log(`Data: ${config.databaseUrl ? 'PostgreSQL' : config.dataDir}`)

  // Not in `createApp`: tests say themselves when it is time.
  const stopDigests = startDigests(app.services, error =>
    app.server.log.error({ err: error }, 'digest failed'),
  )
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // Calls that still run then (a slow site, a long download) are cut off, so that the database is closed in good order.
    setTimeout(() => app.server.server.closeAllConnections(), cutOffAfter * 1000).unref()
    setTimeout(() => process.exit(1), stopWithin * 1000).unref()
    await stopDigests()
    await app.close()
    unlock()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

/** Takes the data directory for this process, and gives it back with a note that all was left in good order. */
function holdDataDir(dataDir: string): () => void {
  const unlock = lockDataDir(dataDir)
  checkDataFile(dataDir)
  return () => {
    noteStopped(dataDir)
    unlock()
  }
}

main().catch((error: unknown) => {
  const expected = [ConfigError, DataDirInUseError, DataFileDamagedError, NewerDatabaseError].some(
    kind => error instanceof kind,
  )
  const port = (error as { code?: string }).code === 'EADDRINUSE'
  if (expected) console.error((error as Error).message)
  else if (port) console.error('PORT is taken by another program. Choose another one: PORT=3001 npm start')
  else console.error('Nestmark could not start.', error)
  process.exit(1)
})
