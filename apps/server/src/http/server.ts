import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Refused } from '../access/refuse.ts'
import type { Config } from '../configuration/config.ts'
import { createHostRewrite, isAmong } from './pages/companyPages.ts'
import { addHeaders, createSecurityHeaders } from './responses/headers.ts'
import { guardIncoming, createClientErrorHandler } from './protocolErrors.ts'
import { assertStorable, readJson } from '../calls/inputValidation.ts'
import { toFailureBody } from './responses/responseBody.ts'
import { send, sendFailure } from './responses/send.ts'

/**
 * Creates the HTTP server without its routes: its limits, headers, body parsers, error responses and log.
 * @param companyHosts the hosts that have a company page instead of the app
 */
export function createServer(
  config: Config,
  companyHosts: Pick<ReadonlySet<string>, 'has'>,
): FastifyInstance {
  const getHeaders = createSecurityHeaders(config)
  const getHeadersOf = ({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>) =>
    getHeaders(url, isAmong(companyHosts, headers.host))
  const server = Fastify({
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    logger:
      config.logLevel === 'silent' ? false : { level: config.logLevel, serializers: { req: toLogEntry } },
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'debug' && config.logLevel !== 'trace',
    }),
    rewriteUrl: createHostRewrite(companyHosts),
    bodyLimit: 4 * 1000 * 1000,
    // By default a parameter of 101 characters matches no route. The names of files have up to 255.
    routerOptions: { maxParamLength: 2000 },
    trustProxy: config.behindProxy ? ['127.0.0.1', '::1'] : false,
    forceCloseConnections: 'idle',
    // A hook of `addHeaders` checks it, so that the error response has the standard headers.
    http: {
      requireHostHeader: false,
      // The address of `/add-link/` has the text of a note.
      maxHeaderSize: 96 * 1024,
      connectionsCheckingInterval: config.incoming.headers / 4,
    },
    // No hook runs for a malformed address.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(getHeadersOf(request.raw))
      return send(reply as never, toFailureBody(new Refused('request.notHttp')))
    },
    clientErrorHandler: createClientErrorHandler(getHeaders),
  })
  guardIncoming(server.server, getHeaders, config.incoming)
  readBodies(server)
  addHeaders(server, getHeadersOf)
  server.setErrorHandler((error, request, reply) => sendFailure(request, reply, toRefusal(error)))
  refuseUnknownPaths(server)
  return server
}

/**
 * Replaces the schema compilers of Fastify, which take 40 ms to load at each start: the contract validates, and
 * no route has a schema.
 */
const noCompiler = () => () => {
  throw new Error('Routes have no Fastify schemas. Declare an operation in the contract.')
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
  // Checks the parameters of every route, because pages, pictures and feeds use them for lookups too.
  server.addHook('preValidation', async request => {
    assertStorable(request.params)
    assertStorable(request.query)
  })
}

function refuseUnknownPaths(server: FastifyInstance): void {
  // For every method: GET on any other path serves a page, but never on the API or instead of a file.
  for (const url of ['/api', '/api/*', '/f', '/f/*', '/pdf/*', '/export/*', '/extension/*'])
    server.all(url, (_request, reply) => send(reply, toFailureBody(new Refused('request.unknownPath'))))
  server.setNotFoundHandler((_request, reply) =>
    send(reply, toFailureBody(new Refused('request.unknownPath'))),
  )
}

/** Maps errors of Fastify to our codes. */
function toRefusal(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refused('request.tooLarge')
  // An invalid file path: too long, or outside its directory.
  if (code === 'FST_STATIC_FORBIDDEN_PATH') return new Refused('request.unknownPath')
  if (code?.startsWith('FST_ERR_CTP') || statusCode === 400) return new Refused('request.notJson')
  return error
}

/** Omits the query from log lines: it can contain one-time codes and signed picture parameters. */
function toLogEntry(request: { method: string; url: string; ip: string }) {
  return { method: request.method, path: request.url.split('?')[0], ip: request.ip }
}
