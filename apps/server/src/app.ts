import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { holdPlans } from './access/plan.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import { createEvents } from './events/events.ts'
import { createAuthDoor } from './features/accounts/authDoor.ts'
import { stopDigest } from './features/notifications/stopDigest.ts'
import { feedOf } from './features/share/feed.ts'
import { publicCard } from './features/share/publicCard.ts'
import { serveFeeds } from './http/feeds.ts'
import { pageOfShortCode } from './features/share/shareLink.ts'
import { makePerson } from './features/session/makePerson.ts'
import { mountAuth } from './http/authRoutes.ts'
import { serveApiPage } from './http/apiPage.ts'
import { addHeaders } from './http/headers.ts'
import { Limits } from './http/limits.ts'
import { createMeter } from './http/meter.ts'
import { mountRoutes, send, sendFailure } from './http/mount.ts'
import { serveMailStop } from './http/mailStop.ts'
import { serveShortLinks } from './http/shortLinks.ts'
import { serveProfileImages } from './http/profileImages.ts'
import { servePictures } from './http/pictures.ts'
import { failureBody } from './http/replies.ts'
import { startJobs } from './jobs/runner.ts'
import { jobKinds } from './jobKinds.ts'
import { Refused } from './access/refuse.ts'
import { createMailer } from './outside/mail.ts'
import { createPoster } from './outside/post.ts'
import { createScraper } from './outside/scrape.ts'
import { watchSpare } from './http/spareConnections.ts'
import { serveStatic } from './http/static.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'

export interface App {
  server: FastifyInstance
  services: Services
  close(): Promise<void>
}

/**
 * Wires configuration, database and features to one server. It does not listen yet.
 * @param db open and migrated
 */
export async function createApp(config: Config, db: Db, now: () => number = Date.now): Promise<App> {
  const server = Fastify({
    logger:
      config.logLevel === 'silent' ? false : { level: config.logLevel, serializers: { req: requestForLog } },
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'debug' && config.logLevel !== 'trace',
    }),
    bodyLimit: 4 * 1000 * 1000,
    trustProxy: config.behindProxy ? ['127.0.0.1', '::1'] : false,
    forceCloseConnections: 'idle',
  })
  const closeSpare = watchSpare(server.server)
  holdPlans(config.planLimits)
  const scraper = createScraper({ allowPrivate: config.fetchAllowPrivate, dns: config.fetchDns })
  const poster = createPoster({ allowPrivate: config.fetchAllowPrivate, dns: config.fetchDns })
  const mail = createMailer(config)
  const events = createEvents(db, now, error => server.log.error({ err: error }, 'events failed'))
  const meter = createMeter(db, now, error => server.log.error({ err: error }, 'counting failed'))
  const services: Services = {
    config,
    db,
    now,
    mail,
    scraper,
    poster,
    events,
    meter,
    jobs: { wake: () => undefined, cancel: () => undefined },
  }
  const jobs = startJobs(
    db,
    jobKinds(services),
    now,
    error => server.log.error({ err: error }, 'job failed'),
    (ownerId, topics) => events.announce({ ownerId, topics, by: null }),
  )
  services.jobs = jobs
  readBodies(server)
  addHeaders(server, config)
  server.setErrorHandler((error, request, reply) => sendFailure(request, reply, asRefusal(error)))
  server.setNotFoundHandler((_request, reply) => send(reply, failureBody(new Refused('request.unknownPath'))))
  server.get('/api/health', async () => ({ status: 200, message: 'OK', data: { ready: true } }))
  const limits = new Limits()
  mountRoutes(server, services, routes, makePerson, limits)
  mountAuth(
    server,
    createAuthDoor(services, (message, cause) => server.log.error({ err: cause }, message)),
  )
  serveApiPage(server, routes, config.publicUrl)
  servePictures(server, services)
  serveProfileImages(server, services)
  serveShortLinks(server, limits, code => pageOfShortCode(services, code))
  serveMailStop(server, (person, key) => stopDigest({ services }, { person, key }))
  serveFeeds(server, limits, (id, format) => feedOf(services, id, format))
  await serveStatic(server, config, (kind, id) => publicCard(services, kind, id))
  return {
    server,
    services,
    close: async () => {
      // Jobs are laid down at once, for the next start; only people's calls are waited for.
      // Whoever listens is sent away first: nothing waits for an open stream.
      const closing = [events.close(), server.close(), jobs.stop()]
      closeSpare()
      await Promise.all(closing)
      await scraper.close()
      poster.close()
      await meter.stop()
      await db.close()
    },
  }
}

/** JSON bodies, an empty one counts as {}; multipart is left to the operations that take files. */
function readBodies(server: FastifyInstance): void {
  server.removeContentTypeParser(['application/json', 'text/plain'])
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {})
    try {
      done(null, JSON.parse(body as string))
    } catch {
      done(new Refused('request.notJson'))
    }
  })
  // Some clients name another type when they send nothing.
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    body === '' ? done(null, {}) : done(new Refused('request.notJson')),
  )
  server.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
}

/** The server library's own refusals, in our codes. */
function asRefusal(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refused('request.tooLarge')
  if (code?.startsWith('FST_ERR_CTP') || statusCode === 400) return new Refused('request.notJson')
  return error
}

/** One-time codes and picture passes travel in queries: a log line never holds one. */
function requestForLog(request: { method: string; url: string; ip: string }) {
  return { method: request.method, path: request.url.split('?')[0], ip: request.ip }
}
