import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { enforceQuotas } from './access/planQuotas.ts'
import { createFairSemaphore } from './concurrency/fairSemaphore.ts'
import type { Config } from './configuration/config.ts'
import type { Db } from './db/db.ts'
import { setOpened, setSessionUse } from './db/statements/recordedTimes.ts'
import { forBookkeeping } from './db/writes/reserveUse.ts'
import { createEvents } from './liveUpdates/events.ts'
import { createAuthGateway } from './features/accounts/gateway/authGateway.ts'
import { createPasswords } from './features/accounts/passwords/password.ts'
import { receiveProfileImage } from './features/accounts/profile/imageUpload.ts'
import { hasAccounts } from './features/accounts/store.ts'
import { openFiles } from './features/uploads/openFiles.ts'
import { receiveForm } from './features/uploads/receiving/uploadTarget.ts'
import { receivePart } from './features/uploads/receiving/receivePart.ts'
import { exportLimits, serveExport } from './features/libraryExport/serveExport.ts'
import { servePdf } from './features/pdf/pdfUpload.ts'
import { serveFile } from './features/uploads/serving/serveFile.ts'
import { unsubscribeDigest } from './features/notifications/notifications.ts'
import { openPublicBookmarks } from './features/importExport/export/publicBookmarks.ts'
import { createFeed } from './features/links/feeds/feed.ts'
import { readCompanyPage } from './features/companyPages/companyPage.ts'
import { isOfServer, siteOfHost } from './features/domains/siteOfHost.ts'
import { listOwnHosts } from './features/domains/store.ts'
import { readPublicContent } from './features/links/publicContent.ts'
import { readLinkPreview } from './features/share/publicLinks/readLinkPreview.ts'
import { serveFiles } from './http/files/files.ts'
import { receiveFiles } from './http/files/receiveFiles.ts'
import { serveCompanyPages } from './http/pages/companyPages.ts'
import { type CompanyHosts, createCompanyHosts } from './calls/companyHosts.ts'
import { serveFeeds } from './http/pages/feeds.ts'
import { serveCatalogs } from './http/pages/catalogs.ts'
import { createCatalog, openBook } from './features/libraryExport/contents/catalog.ts'
import { pageOfShortCode } from './features/share/publicLinks/publicLinks.ts'
import { createPerson } from './features/session/createPerson.ts'
import { mountAuth } from './http/authRoutes.ts'
import { serveApiDocs } from './http/apiDocs/apiDocs.ts'
import { RateLimits } from './calls/rateLimits.ts'
import { createBandwidthMeter } from './db/writes/bandwidthMeter.ts'
import { createTimeRecorder } from './db/writes/timeRecorder.ts'
import { mountRoutes } from './http/mount.ts'
import { type Readiness, serveReadiness } from './http/readiness.ts'
import { createServer } from './http/server.ts'
import { serveUnsubscribe } from './http/pages/unsubscribe.ts'
import { serveShortLinks } from './http/pages/shortLinks.ts'
import { servePictures, serveProfileImages } from './http/files/pictures.ts'
import { createPagePrinter } from './browser/pagePrinter.ts'
import { createBatches } from './jobs/batches.ts'
import { releaseAbandonedLeases } from './jobs/lease.ts'
import { type JobRunner, startJobs } from './jobs/runner.ts'
import { createReaderPool, readerProgram } from './readers/readerPool.ts'
import { jobKinds } from './jobKinds.ts'
import { createMailer } from './email/mailer.ts'
import { receivePaymentEvent } from './features/plans/payments/receivePaymentEvent.ts'
import { servePaymentEvents } from './http/paymentEvents.ts'
import { createPaymentProvider } from './payments/provider.ts'
import { createWebhookSender } from './fetching/webhookSender.ts'
import { createMediaProcesses } from './media/mediaProcesses.ts'
import { createLinkVisitor } from './fetching/linkVisitor.ts'
import { createScraper } from './fetching/scrape.ts'
import { closeOnlyIdleConnections } from './http/idleConnections.ts'
import { createBlog } from './features/blog/blog.ts'
import { serveBlog } from './http/pages/blog.ts'
import { serveSite } from './http/pages/site.ts'
import { serveSiteMap } from './http/pages/siteMap.ts'
import { serveStatic } from './http/pages/static.ts'
import { routeGroups, routes } from './routes.ts'
import type { Services } from './services.ts'

export interface App {
  server: FastifyInstance
  services: Services
  readiness: Readiness
  /** Switches to read-only mode: jobs stop, and writes are rejected. */
  stopWriting(): Promise<void>
  close(): Promise<void>
}

/**
 * Connects configuration, database and features to one server, which does not listen yet. Its jobs begin when
 * their runner is woken.
 * @param db open and migrated
 * @param now milliseconds since 1970
 * @param steady milliseconds of a monotonic clock
 */
export async function createApp(
  config: Config,
  db: Db,
  now: () => number = Date.now,
  steady: () => number = () => performance.now(),
): Promise<App> {
  const companyHosts: CompanyHosts = createCompanyHosts(
    config.libraryDomains,
    // The app and the sign-in site stay where they are when their address becomes a host that somebody has verified.
    async () => (await listOwnHosts(db.read)).filter(host => !isOfServer(config, host)),
    error => server.log.error({ err: error }, 'the hosts of collections cannot be read'),
  )
  const server = createServer(config, companyHosts)
  closeOnlyIdleConnections(server.server)
  enforceQuotas(config.planLimits)
  const fileStore = await openFiles(db, config.files, sentence => server.log.warn(sentence))
  const services = createServices(config, db, { now, steady, fileStore, companyHosts }, server.log)
  await companyHosts.refresh()
  // Before the first call: the upload of one would count as interrupted by the end of another process.
  await releaseAbandonedLeases(forBookkeeping(db), now()).catch((error: unknown) =>
    server.log.error({ err: error }, 'jobs of the last process not released'),
  )
  const jobs = startServerJobs(services, server.log)
  services.jobs = jobs
  const readiness = serveReadiness(server, db)
  await mountAll(server, services)
  return {
    server,
    services,
    readiness,
    stopWriting: async () => {
      await jobs.stop()
      db.stopWriting()
    },
    close: async () => {
      const { events, readers, scraper, poster, linkVisitor, meter, openedFiles, usedSessions, printer } =
        services
      // Jobs stop immediately and resume at the next start; only calls are awaited. Streams are closed first,
      // because nothing waits for them.
      await Promise.all([events.close(), server.close(), jobs.stop()])
      await printer.close()
      await readers.close()
      await scraper.close()
      poster.close()
      linkVisitor.close()
      companyHosts.stop()
      await meter.stop()
      await openedFiles.stop()
      await usedSessions.stop()
      await db.close()
    },
  }
}

/** The use of a file is recorded once a day, and that of a session once in five minutes. */
const fileOpenedMs = 24 * 3_600_000
const sessionUsedMs = 5 * 60_000

/** Concurrent uploads of parts. A browser sends six requests to one server at a time. */
const transferLimits = { concurrency: 200, perKey: 6, queueLength: 200, queuePerKey: 20, timeoutMs: 60_000 }

/** Concurrent pages that programs send, of at most 20 MB each. */
const pageFileLimits = { concurrency: 4, perKey: 1, queueLength: 40, queuePerKey: 5, timeoutMs: 60_000 }

/** Concurrent downloads of files. A paused video occupies its connection, so one person may have many. */
const downloadLimits = { concurrency: 800, perKey: 40, queueLength: 400, queuePerKey: 20, timeoutMs: 20_000 }

/** Creates the services; their jobs are not started yet. */
function createServices(
  config: Config,
  db: Db,
  { now, steady, fileStore, companyHosts }: Pick<Services, 'now' | 'steady' | 'fileStore' | 'companyHosts'>,
  log: FastifyBaseLogger,
): Services {
  const outside = {
    allowPrivate: config.fetchAllowPrivate,
    dns: config.fetchDns,
    own: [
      config.publicUrl,
      ...['127.0.0.1', 'localhost', '[::1]'].map(host => `http://${host}:${config.port}`),
    ],
  }
  const logError = (message: string) => (error: unknown) => log.error({ err: error }, message)
  return {
    config,
    db,
    now,
    steady,
    mail: createMailer(config),
    payments:
      config.payments &&
      createPaymentProvider(config.payments, steady, (message, error) =>
        log.warn(error === undefined ? {} : { err: error }, message),
      ),
    scraper: createScraper(outside),
    linkVisitor: createLinkVisitor(outside),
    printer: createPagePrinter(config.browser, outside, error =>
      log.warn({ err: error }, 'the browser for PDF files does not start'),
    ),
    poster: createWebhookSender({ ...outside, totalMs: config.webhookMs }),
    events: createEvents(db, now, config.eventBeatMs, logError('live updates failed')),
    passwords: createPasswords(config.passwordCost),
    fileStore,
    companyHosts,
    media: createMediaProcesses(),
    transfers: createFairSemaphore(transferLimits),
    downloads: createFairSemaphore(downloadLimits),
    pageFiles: createFairSemaphore(pageFileLimits),
    exports: createFairSemaphore(exportLimits),
    meter: createBandwidthMeter(db, now, logError('bandwidth metering failed')),
    openedFiles: createTimeRecorder(
      { db, now },
      { write: setOpened, minMs: fileOpenedMs, onError: logError('recording opened files failed') },
    ),
    usedSessions: createTimeRecorder(
      { db, now },
      { write: setSessionUse, minMs: sessionUsedMs, onError: logError('recording used sessions failed') },
    ),
    readers: createReaderPool(config, readerProgram, error => log.warn({ err: error }, 'file stream failed')),
    jobs: { wake: () => undefined, cancel: () => undefined },
    batches: createBatches(db),
  }
}

/** Creates the runner of the jobs of all features, which begins when it is woken; their failures are logged, and their changes published. */
function startServerJobs(services: Services, log: FastifyBaseLogger): JobRunner {
  return startJobs(
    services.db,
    jobKinds(services, sentence => log.warn(sentence)),
    services.now,
    {
      onError: error => log.error({ err: error }, 'job failed'),
      onRetry: (error, { id, kind }, isShortage) =>
        log.warn(
          { err: error, job: id, kind },
          isShortage
            ? 'job is tried again: the machine had no file handles, processes or memory left'
            : 'job failed and is tried again',
        ),
      onChange: (ownerId, topics) => services.events.publish({ ownerId, topics, by: null }),
    },
  )
}

/** Mounts the operations, the sign-in calls, the pages and the files. */
async function mountAll(server: FastifyInstance, services: Services): Promise<void> {
  const { config, readers } = services
  const limits = new RateLimits(services.steady)
  mountRoutes(server, services, routes, createPerson, limits)
  mountAuth(
    server,
    createAuthGateway(services, (message, cause) => server.log.error({ err: cause }, message)),
  )
  serveApiDocs(server, routeGroups, config.publicUrl)
  servePictures(server, services)
  serveProfileImages(server, services)
  receiveFiles(server, services, createPerson, limits, {
    receivePart: (actor, request) => receivePart(services, actor, request),
    receiveForm: upload => receiveForm(services, upload),
    receiveProfileImage: request => receiveProfileImage(services, request),
  })
  serveFiles(server, services, {
    serveFile: request => serveFile(services, request),
    servePdf: request => servePdf(services, request),
    serveExport: request => serveExport(services, request),
  })
  serveShortLinks(server, limits, code => pageOfShortCode(services, code))
  if (config.payments) servePaymentEvents(server, event => receivePaymentEvent(services, event))
  serveUnsubscribe(server, (person, key) => unsubscribeDigest({ services }, { person, key }))
  serveFeeds(
    server,
    limits,
    request => createFeed(services, request),
    (id, ip) => openPublicBookmarks(services, id, ip),
  )
  serveCompanyPages(
    server,
    limits,
    services.companyHosts,
    config,
    host => siteOfHost(services, host),
    request => readCompanyPage(services, request),
  )
  serveCatalogs(server, services, limits, {
    createCatalog: (actor, id) => createCatalog(services, actor, id),
    openBook: (actor, id, linkId) => openBook(services, actor, id, linkId),
  })
  let hasAccount = false
  const pages = {
    hasAccounts: async () => (hasAccount ||= await hasAccounts(services.db.read)),
    readPreview: (kind: 'link' | 'collection', id: string) => readLinkPreview(services, kind, id),
    readContent: (id: string, request: { query: string; ip: string }) =>
      readPublicContent(services, id, request),
  }
  const site = await serveSite(server, config)
  if (site.files.size > 0) {
    const blog = createBlog(services, error => server.log.warn({ err: error }, 'the blog cannot be read'))
    if (config.publicSite) serveBlog(server, site.files, site.serve, { blog, publicUrl: config.publicUrl })
    serveSiteMap(server, config, blog.listSlugs)
  }
  await serveStatic(server, config, pages, readers.warmUp)
}
