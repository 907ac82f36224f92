import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { DataDirInUseError, lockDataDir } from './dataDirLock.ts'
import { openDb } from './db/db.ts'
import { migrate, NewerDatabaseError } from './db/migrate.ts'

/** Seconds that running calls have after a signal to stop. */
const stopWithin = 10

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const unlock = config.databaseUrl ? () => undefined : lockDataDir(config.dataDir)
  const db = openDb(config)
  await migrate(db)
  const app = await createApp(config, db)
  await app.server.listen({ port: config.port, host: config.host })
  const address = app.server.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  console.log(
    `Nestmark is ready at ${config.behindProxy ? config.publicUrl : `http://${config.host}:${port}`}`,
  )
  console.log(`Data: ${config.databaseUrl ? 'PostgreSQL' : config.dataDir}`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopWithin * 1000).unref()
    await app.close()
    unlock()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

main().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError || error instanceof DataDirInUseError || error instanceof NewerDatabaseError
  const port = (error as { code?: string }).code === 'EADDRINUSE'
  if (expected) console.error(error.message)
  else if (port) console.error('PORT is taken by another program. Choose another one: PORT=3001 npm start')
  else console.error('Nestmark could not start.', error)
  process.exit(1)
})
