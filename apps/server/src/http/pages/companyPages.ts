import { companyPageTexts as texts } from '@nestmark/texts/sharing/companyPage'
import { domainFile } from '@nestmark/contract/sharing/domains'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Refused } from '../../access/refuse.ts'
import type { Config } from '../../configuration/config.ts'
import type { CompanyPageRequest, HostSite, ReadCompanyPage } from '../../calls/companyPages.ts'
import { sendText } from '../responses/compression.ts'
import type { RateLimits } from '../../calls/rateLimits.ts'

/** Nothing runs in these pages, and they load only pictures of this server. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Feed readers and other sites may show a logo. */
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'private, max-age=300',
}

/** The path of the pages of hosts of their own, after `createHostRewrite`. */
const hostPath = '/library-of-host'

/** Returns the name of a host of a header, without port and the dot of the root. */
const toHost = (header = '') => header.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/** Returns whether a header `Host` names one of the hosts. */
export const isAmong = (hosts: Pick<ReadonlySet<string>, 'has'>, header: string | undefined): boolean =>
  hosts.has(toHost(header))

/**
 * Returns a function that leads each request to a host of a company page to that page. Such a host has its pages and public
 * pictures, and nothing else of the server: no sign-in, no API, no page of the app. The parameter that names a
 * session for pictures is removed.
 */
export function createHostRewrite(
  hosts: Pick<ReadonlySet<string>, 'has'>,
): (request: Pick<IncomingMessage, 'url' | 'headers'>) => string {
  return ({ url = '/', headers }) => {
    if (!isAmong(hosts, headers.host)) return url
    const [, picture, query] = /^(\/pictures\/[\w-]+)(?:\?(.*))?$/.exec(url) ?? []
    if (!picture) return `${hostPath}${url.startsWith('/') ? '' : '/'}${url}`
    const width = new URLSearchParams(query).get('w')
    return width === null ? picture : `${picture}?w=${encodeURIComponent(width)}`
  }
}

/**
 * Serves GET /library/{id}, the company page of a public collection, and the pages and files below it; the same at the root of
 * a custom host. They are complete without scripts, and know no caller: tokens and cookies are not read.
 *
 * GET /api/library-domain?domain=… informs a proxy that gets certificates on demand whether a host is one of them: 200 or 404.
 * @param limits shared with the API calls of visitors
 * @param hosts those that `createHostRewrite` leads here
 * @param findSite returns what a host shows now; null for nothing
 */
export function serveCompanyPages(
  server: FastifyInstance,
  limits: RateLimits,
  hosts: Pick<ReadonlySet<string>, 'has'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  findSite: (host: string) => Promise<HostSite | null>,
  read: ReadCompanyPage,
): void {
  const answer = async (
    request: FastifyRequest<{ Params: { id: string; '*'?: string } }>,
    reply: FastifyReply,
  ) => {
    const { id, '*': path = '' } = request.params
    const site = { id, origin: publicUrl, base: `/library/${encodeURIComponent(id)}` }
    return sendCompanyPage(request, reply, limits, read, { site, path })
  }
  server.get('/library/:id', answer)
  server.get('/library/:id/*', answer)
  const { protocol } = new URL(publicUrl)
  server.all<{ Params: { '*': string } }>(`${hostPath}/*`, async (request, reply) => {
    const host = toHost(request.headers.host)
    // Not by `createHostRewrite`: somebody asked for the path itself.
    if (!hosts.has(host)) return reply.callNotFound()
    const shown = await findSite(host)
    const path = /^(GET|HEAD)$/.test(request.method) ? request.params['*'] : 'none'
    if (shown?.proof && `/${path}` === domainFile)
      return reply.type('text/plain; charset=utf-8').send(shown.proof)
    // A host that shows nothing at the moment has no page of the app either.
    const site = { id: shown?.id ?? '', origin: `${protocol}//${host}`, base: '' }
    return sendCompanyPage(request, reply, limits, read, { site, path })
  })
  server.get<{ Querystring: { domain?: unknown } }>('/api/library-domain', async (request, reply) => {
    const shown = await findSite(toHost(String(request.query.domain)))
    return reply
      .code(shown ? 200 : 404)
      .type('text/plain')
      .send('')
  })
}

async function sendCompanyPage(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: RateLimits,
  read: ReadCompanyPage,
  place: Pick<CompanyPageRequest, 'site' | 'path'>,
): Promise<FastifyReply> {
  reply.headers({
    'content-security-policy': policy,
    // A collection can stop being public at any time.
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    'referrer-policy': 'no-referrer',
  })
  const sendPlain = (status: number, text: string) =>
    reply.code(status).type('text/plain; charset=utf-8').send(text)
  try {
    limits.spendForAddress('visitor', request.ip)
    const found = await read({ ...place, ...readQuery(request.query), ip: request.ip })
    if (found === null) {
      const isTop = place.site.base === '' && place.path === ''
      return await sendPlain(404, isTop ? texts.notReady : texts.notFound)
    }
    reply.type(found.type)
    if (typeof found.content !== 'string')
      return await reply.headers(pictureHeaders).send(Buffer.from(found.content))
    return await sendText(reply, found.content)
  } catch (error) {
    if (!(error instanceof Refused)) {
      request.log.error({ err: error, path: request.url }, 'a company page failed')
      return sendPlain(500, texts.failed)
    }
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
    return sendPlain(error.status, texts.busy)
  }
}

const maxQueryLength = 200
const maxPage = 10_000

/** Returns the parameters of a page. What is no valid value counts as absent. */
function readQuery(query: unknown): Pick<CompanyPageRequest, 'query' | 'category' | 'page'> {
  const { q, category, page } = query as Record<string, unknown>
  const kind = Number(category)
  const number = Number(page)
  return {
    query: typeof q === 'string' ? q.trim().slice(0, maxQueryLength) : '',
    category: Number.isInteger(kind) && kind >= 1 && kind <= 5 ? kind : null,
    page: Number.isInteger(number) && number >= 1 && number <= maxPage ? number : 1,
  }
}
