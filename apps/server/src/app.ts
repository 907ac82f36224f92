import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { enforceQuotas } from './access/planQuotas.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import { createEvents } from './liveUpdates/events.ts'
import { createAuthGateway } from './features/accounts/authGateway.ts'
import { createPasswords } from './features/accounts/password.ts'
import { stopDigest } from './features/notifications/stopDigest.ts'
import { createFeed } from './features/links/feed.ts'
import { publicCard } from './features/share/publicCard.ts'
import { serveFeeds } from './http/feeds.ts'
import { pageOfShortCode } from './features/share/shareLink.ts'
import { makePerson } from './features/session/makePerson.ts'
import { mountAuth } from './http/authRoutes.ts'
import { serveApiPage } from './http/apiPage.ts'
import { addHeaders, securityHeaders } from './http/headers.ts'
import { guardIncoming, onClientError } from './http/incoming.ts'
import { Limits } from './http/rateLimits.ts'
import { createMeter } from './http/meter.ts'
import { checkInput, readJson } from './http/inputText.ts'
import { mountRoutes, send, sendFailure } from './http/mount.ts'
import { type Readiness, serveReadiness } from './http/readiness.ts'
import { serveMailStop } from './http/mailStop.ts'
import { serveShortLinks } from './http/shortLinks.ts'
import { serveProfileImages } from './http/profileImages.ts'
import { servePictures } from './http/pictures.ts'
import { failureBody } from './http/replies.ts'
import { createBatches } from './jobs/batches.ts'
import { startJobs } from './jobs/runner.ts'
import { createReaderPool, readerProgram } from './readers/readerPool.ts'
import { jobKinds } from './jobKinds.ts'
import { Refused } from './access/refuse.ts'
import { createMailer } from './email/mailer.ts'
import { createPoster } from './fetching/post.ts'
import { createScraper } from './fetching/scrape.ts'
import { watchSpare } from './http/spareConnections.ts'
import { serveStatic } from './http/static.ts'
import { routes } from './routes.ts'
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
 * Connects configuration, database and features to one server, which does not listen yet.
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
  const headersOf = securityHeaders(config)
  const server = Fastify({
    logger:
      config.logLevel === 'silent' ? false : { level: config.logLevel, serializers: { req: requestForLog } },
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'debug' && config.logLevel !== 'trace',
    }),
    bodyLimit: 4 * 1000 * 1000,
    trustProxy: config.behindProxy ? ['127.0.0.1', '::1'] : false,
    forceCloseConnections: 'idle',
    // The hook below checks it, so that the error response has the standard headers.
    http: { requireHostHeader: false, connectionsCheckingInterval: config.incoming.headers / 4 },
    // No hook runs for a malformed address.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headersOf(request.raw.url ?? '/'))
      return send(reply as never, failureBody(new Refused('request.notHttp')))
    },
    clientErrorHandler: onClientError(headersOf),
  })
  guardIncoming(server.server, headersOf, config.incoming)
  const closeSpare = watchSpare(server.server)
  enforceQuotas(config.planLimits)
  const outside = {
    allowPrivate: config.fetchAllowPrivate,
    dns: config.fetchDns,
    own: [
      config.publicUrl,
      ...['127.0.0.1', 'localhost', '[::1]'].map(host => `http://${host}:${config.port}`),
    ],
  }
  const scraper = createScraper(outside)
  const poster = createPoster({ ...outside, totalMs: config.webhookMs })
  const mail = createMailer(config)
  const events = createEvents(db, now, config.eventBeatMs, error =>
    server.log.error({ err: error }, 'live updates failed'),
  )
  const meter = createMeter(db, now, error => server.log.error({ err: error }, 'bandwidth metering failed'))
  const readers = createReaderPool(config, readerProgram, error =>
    server.log.warn({ err: error }, 'file stream failed'),
  )
  const services: Services = {
    config,
    db,
    now,
    steady,
    mail,
    scraper,
    poster,
    events,
    passwords: createPasswords(config.passwordCost),
    meter,
    readers,
    jobs: { wake: () => undefined, cancel: () => undefined },
    batches: createBatches(db),
  }
  const jobs = startJobs(db, jobKinds(services), now, {
    fault: error => server.log.error({ err: error }, 'job failed'),
    retried: (error, { id, kind }, isShortage) =>
      server.log.warn(
        { err: error, job: id, kind },
        isShortage
          ? 'job is tried again: the machine had no file handles, processes or memory left'
          : 'job failed and is tried again',
      ),
    changed: (ownerId, topics) => events.announce({ ownerId, topics, by: null }),
  })
  services.jobs = jobs
  readBodies(server)
  addHeaders(server, headersOf)
  server.setErrorHandler((error, request, reply) => sendFailure(request, reply, asRefusal(error)))
  // For every method: GET on any other path serves a page, but never on the API.
  for (const url of ['/api', '/api/*'])
    server.all(url, (_request, reply) => send(reply, failureBody(new Refused('request.unknownPath'))))
  server.setNotFoundHandler((_request, reply) => send(reply, failureBody(new Refused('request.unknownPath'))))
  const readiness = serveReadiness(server, db)
  const limits = new Limits(steady)
  mountRoutes(server, services, routes, makePerson, limits)
  mountAuth(
    server,
    createAuthGateway(services, (message, cause) => server.log.error({ err: cause }, message)),
  )
  serveApiPage(server, routes, config.publicUrl)
  servePictures(server, services)
  serveProfileImages(server, services)
  serveShortLinks(server, limits, code => pageOfShortCode(services, code))
  serveMailStop(server, (person, key) => stopDigest({ services }, { person, key }))
  serveFeeds(server, limits, (id, format) => createFeed(services, id, format))
  await serveStatic(server, config, (kind, id) => publicCard(services, kind, id), readers.warm)
  return {
    server,
    services,
    readiness,
    stopWriting: async () => {
      await jobs.stop()
      db.stopWriting()
    },
    close: async () => {
      // Jobs stop immediately and resume at the next start; only calls are awaited. Streams are closed first,
      // because nothing waits for them.
      const closing = [events.close(), server.close(), jobs.stop()]
      closeSpare()
      await Promise.all(closing)
      await readers.close()
      await scraper.close()
      poster.close()
      await meter.stop()
      await db.close()
    },
  }
}

/** Parses JSON bodies, an empty one as {}; multipart is left to the operations with uploads. */
function readBodies(server: FastifyInstance): void {
  server.removeContentTypeParser(['application/json', 'text/plain'])
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readJson(body as Buffer))
    } catch (error) {
      done(error as Refused)
    }
  })
  // Some clients send another type with an empty body.
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    body === '' ? done(null, {}) : done(new Refused('request.notJson')),
  )
  server.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  // Checks the parameters of every route, because pages, pictures and feeds use them for look-ups too.
  server.addHook('preValidation', async request => {
    checkInput(request.params)
    checkInput(request.query)
  })
}

/** Maps errors of Fastify to our codes. */
function asRefusal(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refused('request.tooLarge')
  // An invalid file path: too long, or outside its directory.
  if (code === 'FST_STATIC_FORBIDDEN_PATH') return new Refused('request.unknownPath')
  if (code?.startsWith('FST_ERR_CTP') || statusCode === 400) return new Refused('request.notJson')
  return error
}

/** Omits the query from log lines: it can contain one-time codes and signed picture parameters. */
function requestForLog(request: { method: string; url: string; ip: string }) {
  return { method: request.method, path: request.url.split('?')[0], ip: request.ip }
}
