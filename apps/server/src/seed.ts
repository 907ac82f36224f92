import { readConfig } from './configuration/config.ts'
import { ConfigError } from './configuration/configValues.ts'
import type { Db, Tx } from './db/db.ts'
import { openDb } from './db/openDb.ts'
import { enterLongWork } from './db/writes/longWork.ts'
import { migrate, SchemaVersionError } from './db/migrate.ts'
import { createFairSemaphore } from './concurrency/fairSemaphore.ts'
import type { FileStore } from './blobStorage/fileStore.ts'
import { exportLimits } from './features/libraryExport/serveExport.ts'
import { openRecordedFiles } from './features/uploads/openFiles.ts'
import { createPasswords } from './features/accounts/passwords/password.ts'
import { createMailer } from './email/mailer.ts'
import { createBatches } from './jobs/batches.ts'
import { createWebhookSender } from './fetching/webhookSender.ts'
import { createPagePrinter } from './browser/pagePrinter.ts'
import { createMediaProcesses } from './media/mediaProcesses.ts'
import { createLinkVisitor } from './fetching/linkVisitor.ts'
import { createScraper } from './fetching/scrape.ts'
import { listLinks } from './seed/data/shapes.ts'
import { renderPictures } from './seed/drawings.ts'
import { seedHighlights, seedRecentActivity } from './seed/seedRecentActivity.ts'
import { lastChangeAt, seedPerson } from './seed/seedPerson.ts'
import { people } from './seed/data/people.ts'
import { createReaderPool, readerProgram } from './readers/readerPool.ts'
import type { Services } from './services.ts'
import { refuse } from './access/refuse.ts'
import type { Events } from './liveUpdates/events.ts'

/** The password of all demo people, not a secret. */
const password = 'nest of twigs and eggs'

/** Seeds the library with demo data in one transaction; a second run adds nothing. */
async function seed(): Promise<void> {
  process.umask(0o077)
  enterLongWork()
  const config = readConfig(process.env)
  if (config.behindProxy)
    throw new ConfigError(
      'PUBLIC_URL is set, so this server may be public, and the passwords of the demo data are public. Seed another DATA_DIR.',
    )
  const db = openDb(config)
  try {
    await migrate(db)
    const pictures = await renderPictures(
      people.flatMap(person => [...person.uncategorized, ...person.collections.flatMap(listLinks)]),
    )
    const fileStore = await openRecordedFiles(db, config.files, console.log)
    const created = await db.write(async tx => {
      const services = joinTransaction(tx, db, config, fileStore)
      const created: boolean[] = []
      for (const person of people)
        created.push(await seedPerson({ tx, services, pictures }, person, password))
      if (created.every(Boolean)) await seedHighlights({ tx, services, pictures })
      if (created.every(Boolean)) await seedRecentActivity({ tx, services, pictures }, Date.now())
      return created
    })
    for (const [at, { email, name, role }] of people.entries())
      console.log(`${email} (${name}; ${role})${created[at] ? '' : ' is here already, nothing was added'}`)
    console.log(`Sign in with one of these addresses and the password "${password}".`)
  } finally {
    await db.close()
  }
}

const recordsNothing = { add: () => undefined, flush: async () => undefined, stop: async () => undefined }

/** Returns services with which the transactions of the features join this one. Nothing is sent. */
function joinTransaction(tx: Tx, db: Db, config: Services['config'], fileStore: FileStore): Services {
  return {
    config,
    db: { ...db, read: tx, write: work => work(tx), statements: 0 },
    now: () => lastChangeAt,
    steady: () => lastChangeAt,
    events: disabledEvents,
    jobs: { wake: () => undefined, cancel: () => undefined },
    passwords: createPasswords(config.passwordCost),
    meter: {
      ...recordsNothing,
      count: () => undefined,
      readUsedBytes: async () => 0,
      readDays: async () => [],
    },
    openedFiles: recordsNothing,
    usedSessions: recordsNothing,
    mail: createMailer(config),
    payments: null,
    scraper: createScraper({ allowPrivate: [], dns: null }),
    linkVisitor: createLinkVisitor({ allowPrivate: [], dns: null }),
    poster: createWebhookSender({ allowPrivate: [], dns: null, totalMs: config.webhookMs }),
    printer: createPagePrinter(config.browser, { allowPrivate: [], dns: null, own: [] }),
    readers: createReaderPool(config, readerProgram, () => undefined),
    fileStore,
    media: createMediaProcesses(),
    downloads: createFairSemaphore(exportLimits),
    transfers: createFairSemaphore(exportLimits),
    pageFiles: createFairSemaphore(exportLimits),
    exports: createFairSemaphore(exportLimits),
    companyHosts: { has: () => false, refresh: async () => undefined, stop: () => undefined },
    batches: createBatches(db),
  }
}

seed().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof SchemaVersionError
  if (expected) console.error(error.message)
  else console.error('The demo data could not be created.', error)
  process.exitCode = 1
})

/** For programs without clients: changes are not published. */
const disabledEvents: Events = {
  publish: () => undefined,
  sessionsEnded: () => undefined,
  openStream: () => refuse('server.unavailable'),
  removeStream: () => undefined,
  close: async () => undefined,
}
