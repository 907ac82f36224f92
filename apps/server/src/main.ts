import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type App, createApp } from './app.ts'
import { localOrigin, readConfig } from './configuration/config.ts'
import { lockDataDir } from './startup/dataDirLock.ts'
import { type BackgroundCheck, completedCheck, startBackgroundCheck } from './db/dataFile/backgroundCheck.ts'
import { checkDataFile, recordDamage, markLibrary, recordCleanStop } from './db/dataFile.ts'
import { openDb } from './db/openDb.ts'
import { DiskReserve } from './db/writes/diskReserve.ts'
import { queueSweep } from './features/uploads/storage/sweepFiles.job.ts'
import { interruptExports } from './features/libraryExport/libraryExportStore.ts'
import { startDigests } from './features/notifications/digest.ts'
import { leaveFreePlan } from './features/plans/quotas/lowestPlan.ts'
import { prepareDatabase } from './startup/startup.ts'
import { explainFailedStart } from './startup/startFailures.ts'

/** Seconds between cutting off running calls and the exit of the process. */
const cutOffBefore = 3

/** When jobs begin after the start, in milliseconds: the first calls come before them. */
const backgroundAfterMs = 500

async function main(): Promise<void> {
  // Restricts new files to their owner, regardless of the umask of the environment.
  process.umask(0o077)
  let stop: () => Promise<void> = async () => process.exit(0)
  // Installed first: the first process of a container ignores signals without a handler.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  const config = readConfig(process.env)
  const lock = config.databaseUrl ? null : holdDataDir(config.dataDir)
  const db = openDb(config)
  await prepareDatabase(db, config)
  if (!config.databaseUrl) {
    markLibrary(config.dataDir)
    new DiskReserve(config.dataDir).hold()
  }
  const app = await createApp(config, db)
  await interruptExports(db).catch((error: unknown) =>
    app.server.log.warn({ err: error }, 'interrupted exports not recorded'),
  )
  await leaveFreePlan(db, config).catch((error: unknown) =>
    app.server.log.warn({ err: error }, 'accounts on the free plan not moved'),
  )
  await app.server.listen({ port: config.port, host: config.host })
  const address = app.server.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  console.log(
    `Nestmark is ready at ${config.behindProxy ? config.publicUrl : localOrigin(config.host, port)}`,
  )
  console.log(`Data: ${config.databaseUrl ? 'PostgreSQL' : config.dataDir}`)

  const background = setTimeout(() => void startBackground(app), backgroundAfterMs).unref()
  // Not in `createApp`, because tests start digests themselves.
  const stopDigests = startDigests(app.services, error =>
    app.server.log.error({ err: error }, 'digest failed'),
  )
  const check = lock?.unchecked ? checkInBackground(app, config.dataDir) : completedCheck
  if (lock) app.readiness.dataFile = check
  let stopping = false
  stop = async () => {
    if (stopping) return
    stopping = true
    clearTimeout(background)
    // Cuts off calls that still run (a slow site, a long download), so that the database is closed in an
    // orderly way.
    // A client keeps the connection of a call that ends now; closing the server only closes those that are idle already.
    setInterval(() => app.server.server.closeIdleConnections(), 100).unref()
    const cutOffAfter = config.stopSeconds - cutOffBefore
    setTimeout(() => app.server.server.closeAllConnections(), cutOffAfter * 1000).unref()
    setTimeout(() => process.exit(1), config.stopSeconds * 1000).unref()
    await check.stop()
    await stopDigests()
    await app.close()
    lock?.release(check.state === 'ok')
    process.exit(0)
  }
}

/** Starts what nobody waits for, and frees the memory that only the start has used. */
async function startBackground({ server, services }: App): Promise<void> {
  // A server that is restarted often would never reach the hourly sweep.
  await queueSweep(services).catch((error: unknown) => server.log.warn({ err: error }, 'sweep not queued'))
  services.jobs.wake()
  shrinkHeap()
}

/** Collects all garbage. V8 would keep the space of a start's garbage until the load of many calls has passed. */
function shrinkHeap(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  collect({ type: 'major', flavor: 'last-resort' })
}

/** Locks the data directory for this process. */
function holdDataDir(dataDir: string) {
  const unlock = lockDataDir(dataDir)
  const unchecked = checkDataFile(dataDir)
  return {
    /** True when the data file still needs a complete check. */
    unchecked,
    /** Releases the directory, and records an orderly stop when the data file is known to be sound. */
    release(sound: boolean) {
      if (sound) recordCleanStop(dataDir)
      unlock()
    },
  }
}

/** Verifies the data file in the background; the server becomes read-only when it is damaged. */
function checkInBackground(app: App, dataDir: string): BackgroundCheck {
  const { log } = app.server
  return startBackgroundCheck(dataDir, result => {
    if ('failed' in result) return log.error({ err: result.failed }, 'the data file could not be checked')
    if (result.damage === null) return log.info('the data file is sound')
    recordDamage(dataDir, result.damage)
    log.fatal(
      { damage: result.damage },
      'THE DATA FILE IS DAMAGED. The server is read-only from now on. Restore the last backup: docs/operations.md, "The data file is damaged".',
    )
    app.stopWriting().catch((error: unknown) => log.error({ err: error }, 'writing could not be stopped'))
  })
}

main().catch((error: unknown) => {
  const sentence = explainFailedStart(error, process.env)
  if (sentence === null) console.error('Nestmark could not start.', error)
  else console.error(sentence)
  process.exit(1)
})
